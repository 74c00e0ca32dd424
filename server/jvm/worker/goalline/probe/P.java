package goalline.probe;

/** What probed source calls: takes ids and operands, gives the operands' own result; the name is short because it is written often. */
public class P extends Returns {
    P() {}

    /** A method, constructor or initialiser was entered. */
    public static void enter(int method) {
        Recorder.enter(method);
    }

    /** A call comes next; always true. */
    public static boolean at(int site) {
        return Sites.at(site);
    }

    /** The body that was entered is left. */
    public static void left(int method) {
        Sites.left(method);
    }

    /** A statement begins on a line. */
    public static void line(int line) {
        Lines.hit(line);
    }

    /** A loop without a probed condition went round. */
    public static void step() {
        Recorder.step();
    }

    /** The length of a new array: long ones cost steps. */
    public static int length(int length) {
        Recorder.allocate(length);
        return length;
    }

    /** {@code System.exit}: ends the run, not the JVM. */
    public static void exit(int status) {
        Recorder.exit(status);
    }

    /** A condition without a better probe. */
    public static boolean bool(int id, boolean result) {
        Recorder.outcome(id, result, 1);
        return result;
    }

    /** The operand of an {@code instanceof} that binds a pattern: counts as false until {@link #hit} corrects it. */
    public static <T> T o(int id, T operand) {
        Recorder.outcome(id, false, 1);
        return operand;
    }

    /** The outcome that counted as false turned out true; itself always true. */
    public static boolean hit(int id) {
        Recorder.correct(id);
        return true;
    }
}
