package goalline.probe;

/** Probes of what methods return: each gives the value back, and tells of it while calls of test classes are watched. */
class Returns extends Loops {
    Returns() {}

    /** A method without a value, or a constructor, comes to its end. */
    public static void returned(int method) {
        if (Callers.isWatching()) {
            Callers.returned(method, null, false);
        }
    }

    public static <T> T returned(int method, T value) {
        if (Callers.isWatching()) {
            Callers.returned(method, value, true);
        }
        return value;
    }

    public static boolean returned(int method, boolean value) {
        if (Callers.isWatching()) {
            Callers.returned(method, value, true);
        }
        return value;
    }

    public static byte returned(int method, byte value) {
        if (Callers.isWatching()) {
            Callers.returned(method, value, true);
        }
        return value;
    }

    public static short returned(int method, short value) {
        if (Callers.isWatching()) {
            Callers.returned(method, value, true);
        }
        return value;
    }

    public static char returned(int method, char value) {
        if (Callers.isWatching()) {
            Callers.returned(method, value, true);
        }
        return value;
    }

    public static int returned(int method, int value) {
        if (Callers.isWatching()) {
            Callers.returned(method, value, true);
        }
        return value;
    }

    public static long returned(int method, long value) {
        if (Callers.isWatching()) {
            Callers.returned(method, value, true);
        }
        return value;
    }

    public static float returned(int method, float value) {
        if (Callers.isWatching()) {
            Callers.returned(method, value, true);
        }
        return value;
    }

    public static double returned(int method, double value) {
        if (Callers.isWatching()) {
            Callers.returned(method, value, true);
        }
        return value;
    }
}
