package goalline.probe;

/** Probes of order comparisons of primitives; boxed operands are unboxed by javac's own overload resolution. */
abstract class Comparisons {
    Comparisons() {}

    public static boolean lt(int id, int a, int b) {
        return compare(id, Operators.LT, a < b, a, b);
    }

    public static boolean lt(int id, long a, long b) {
        return compare(id, Operators.LT, a < b, a, b);
    }

    public static boolean lt(int id, float a, float b) {
        return compare(id, Operators.LT, a < b, a, b);
    }

    public static boolean lt(int id, double a, double b) {
        return compare(id, Operators.LT, a < b, a, b);
    }

    public static boolean gt(int id, int a, int b) {
        return compare(id, Operators.GT, a > b, a, b);
    }

    public static boolean gt(int id, long a, long b) {
        return compare(id, Operators.GT, a > b, a, b);
    }

    public static boolean gt(int id, float a, float b) {
        return compare(id, Operators.GT, a > b, a, b);
    }

    public static boolean gt(int id, double a, double b) {
        return compare(id, Operators.GT, a > b, a, b);
    }

    public static boolean le(int id, int a, int b) {
        return compare(id, Operators.LE, a <= b, a, b);
    }

    public static boolean le(int id, long a, long b) {
        return compare(id, Operators.LE, a <= b, a, b);
    }

    public static boolean le(int id, float a, float b) {
        return compare(id, Operators.LE, a <= b, a, b);
    }

    public static boolean le(int id, double a, double b) {
        return compare(id, Operators.LE, a <= b, a, b);
    }

    public static boolean ge(int id, int a, int b) {
        return compare(id, Operators.GE, a >= b, a, b);
    }

    public static boolean ge(int id, long a, long b) {
        return compare(id, Operators.GE, a >= b, a, b);
    }

    public static boolean ge(int id, float a, float b) {
        return compare(id, Operators.GE, a >= b, a, b);
    }

    public static boolean ge(int id, double a, double b) {
        return compare(id, Operators.GE, a >= b, a, b);
    }

    static boolean compare(int id, int operator, boolean result, int a, int b) {
        long gap = (long) a - b;
        boolean outcome = Mutants.relating ? Mutants.relate(id, operator, result, gap) : result;
        if (!Recorder.again(id, outcome)
                && Recorder.met(id, outcome, distance(operator, outcome, result, gap))) {
            seen(a, b);
        }
        return outcome;
    }

    static boolean compare(int id, int operator, boolean result, long a, long b) {
        boolean isRelating = Mutants.relating;
        if (!isRelating && Recorder.again(id, result)) {
            return result;
        }
        double gap = Distances.gap(a, b);
        boolean outcome = isRelating ? Mutants.relate(id, operator, result, gap) : result;
        if (Recorder.outcome(id, outcome, distance(operator, outcome, result, gap))) {
            seen(a, b);
        }
        return outcome;
    }

    static boolean compare(int id, int operator, boolean result, double a, double b) {
        boolean outcome = Mutants.relating ? Mutants.relate(id, operator, result, a == b ? 0 : a - b) : result;
        if (Recorder.again(id, outcome)) {
            return outcome;
        }
        double other = Distances.finite(distance(operator, outcome, result, Distances.gap(a, b)));
        if (Recorder.outcome(id, outcome, other == other ? Math.abs(other) : Distances.FAR)) {
            seen(a, b);
        }
        return outcome;
    }

    /** The distance to the other outcome; 1 where a mutant decided. */
    private static double distance(int operator, boolean outcome, boolean result, double gap) {
        return outcome == result ? Operators.toOther(operator, result, gap) : 1;
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
