package goalline.probe;

/** Probes of order comparisons of primitives; boxed operands are unboxed by javac's own overload resolution. */
abstract class Comparisons {
    Comparisons() {}

    public static boolean lt(int id, int a, int b) {
        boolean result = a < b;
        long gap = (long) a - b;
        if (Recorder.outcome(id, result, result ? -gap : gap + 1)) {
            seen(a, b);
        }
        return result;
    }

    public static boolean lt(int id, long a, long b) {
        boolean result = a < b;
        if (Recorder.outcome(id, result, result ? -Distances.gap(a, b) : Distances.gap(a, b) + 1)) {
            seen(a, b);
        }
        return result;
    }

    public static boolean lt(int id, float a, float b) {
        boolean result = a < b;
        less(id, result, a, b);
        return result;
    }

    public static boolean lt(int id, double a, double b) {
        boolean result = a < b;
        less(id, result, a, b);
        return result;
    }

    public static boolean gt(int id, int a, int b) {
        return lt(id, b, a);
    }

    public static boolean gt(int id, long a, long b) {
        return lt(id, b, a);
    }

    public static boolean gt(int id, float a, float b) {
        return lt(id, b, a);
    }

    public static boolean gt(int id, double a, double b) {
        return lt(id, b, a);
    }

    public static boolean le(int id, int a, int b) {
        boolean result = a <= b;
        long gap = (long) a - b;
        if (Recorder.outcome(id, result, result ? 1 - gap : gap)) {
            seen(a, b);
        }
        return result;
    }

    public static boolean le(int id, long a, long b) {
        boolean result = a <= b;
        if (Recorder.outcome(id, result, result ? 1 - Distances.gap(a, b) : Distances.gap(a, b))) {
            seen(a, b);
        }
        return result;
    }

    public static boolean le(int id, float a, float b) {
        boolean result = a <= b;
        lessOrEqual(id, result, a, b);
        return result;
    }

    public static boolean le(int id, double a, double b) {
        boolean result = a <= b;
        lessOrEqual(id, result, a, b);
        return result;
    }

    public static boolean ge(int id, int a, int b) {
        return le(id, b, a);
    }

    public static boolean ge(int id, long a, long b) {
        return le(id, b, a);
    }

    public static boolean ge(int id, float a, float b) {
        return le(id, b, a);
    }

    public static boolean ge(int id, double a, double b) {
        return le(id, b, a);
    }

    private static void less(int id, boolean result, double a, double b) {
        double other = result ? Distances.gap(b, a) : Distances.finite(Distances.gap(a, b) + 1);
        if (Recorder.outcome(id, result, other)) {
            seen(a, b);
        }
    }

    private static void lessOrEqual(int id, boolean result, double a, double b) {
        double other = result ? Distances.finite(Distances.gap(b, a) + 1) : Distances.gap(a, b);
        if (Recorder.outcome(id, result, other)) {
            seen(a, b);
        }
    }

    static void seen(long a, long b) {
        Seen.add(a);
        Seen.add(b);
    }

    static void seen(double a, double b) {
        Seen.add(a);
        Seen.add(b);
    }
}
