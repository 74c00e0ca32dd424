package goalline.probe;

/** Keeps which lines a run came to; knows no Java source. */
public final class Lines {
    /** The lines that ran, in the order in which they did first. */
    public static int[] touched = {};
    /** How many entries of {@link #touched} count. */
    public static int touchedCount;

    private static boolean[] ran = {};
    private static final OtherThreads OTHERS = new OtherThreads();

    private Lines() {}

    /** Makes room for that many lines. */
    public static void prepare(int lines) {
        int room = Math.max(lines, ran.length);
        touched = new int[room];
        ran = new boolean[room];
        touchedCount = 0;
    }

    /** Clears what the last run touched. */
    public static void begin() {
        end();
        for (int i = Math.min(touchedCount, touched.length) - 1; i >= 0; i--) {
            ran[touched[i]] = false;
        }
        touchedCount = 0;
    }

    /** Brings in what other threads than the test's came to. */
    public static void end() {
        if (!OTHERS.isEmpty()) {
            touched = OTHERS.behind(touched, Math.min(touchedCount, touched.length));
            touchedCount = OTHERS.end();
        }
    }

    public static void hit(int line) {
        if (line < ran.length && !ran[line] && Recorder.armed()) {
            int n = touchedCount;
            if (!Recorder.isRunner()) {
                OTHERS.note(line);
            } else if (n < touched.length) {
                touched[n] = line;
                touchedCount = n + 1;
            }
            ran[line] = true;
        }
    }
}
