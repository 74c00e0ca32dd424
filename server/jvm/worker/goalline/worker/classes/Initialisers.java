package goalline.worker.classes;

/** Says whether a thread is inside of a static initialiser, which runs once for a class and may take seconds. */
public final class Initialisers {
    private Initialisers() {}

    public static boolean areRunBy(Thread thread) {
        for (StackTraceElement frame : thread.getStackTrace()) {
            if (frame.getMethodName().equals("<clinit>")) {
                return true;
            }
        }
        return false;
    }
}
