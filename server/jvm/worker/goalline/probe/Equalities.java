package goalline.probe;

/** Probes of {@code ==}: the overloads mirror the language's own choice between numbers and references. */
abstract class Equalities extends Comparisons {
    Equalities() {}

    public static boolean eq(int id, int a, int b) {
        return compare(id, Operators.EQ, a == b, a, b);
    }

    public static boolean eq(int id, long a, long b) {
        return compare(id, Operators.EQ, a == b, a, b);
    }

    public static boolean eq(int id, float a, float b) {
        return compare(id, Operators.EQ, a == b, a, b);
    }

    public static boolean eq(int id, double a, double b) {
        return compare(id, Operators.EQ, a == b, a, b);
    }

    public static boolean eq(int id, boolean a, boolean b) {
        Recorder.outcome(id, a == b, 1);
        return a == b;
    }

    public static boolean eq(int id, Object a, Object b) {
        Recorder.outcome(id, a == b, 1);
        return a == b;
    }

    public static boolean eq(int id, Number a, int b) {
        return eq(id, a, (long) b);
    }

    public static boolean eq(int id, Number a, long b) {
        if (a instanceof Double) {
            return eq(id, a.doubleValue(), (double) b);
        }
        return a instanceof Float ? eq(id, a.floatValue(), (float) b) : eq(id, a.longValue(), b);
    }

    public static boolean eq(int id, Number a, float b) {
        return a instanceof Double ? eq(id, a.doubleValue(), (double) b) : eq(id, a.floatValue(), b);
    }

    public static boolean eq(int id, Number a, double b) {
        return eq(id, a.doubleValue(), b);
    }

    public static boolean eq(int id, Character a, int b) {
        return eq(id, (int) a, b);
    }

    public static boolean eq(int id, Character a, long b) {
        return eq(id, (long) a, b);
    }

    public static boolean eq(int id, Character a, float b) {
        return eq(id, (float) a, b);
    }

    public static boolean eq(int id, Character a, double b) {
        return eq(id, (double) a, b);
    }

    public static boolean eq(int id, Boolean a, boolean b) {
        return eq(id, (boolean) a, b);
    }

    public static boolean eq(int id, int a, Number b) {
        return eq(id, (long) a, b);
    }

    public static boolean eq(int id, long a, Number b) {
        if (b instanceof Double) {
            return eq(id, (double) a, b.doubleValue());
        }
        return b instanceof Float ? eq(id, (float) a, b.floatValue()) : eq(id, a, b.longValue());
    }

    public static boolean eq(int id, float a, Number b) {
        return b instanceof Double ? eq(id, (double) a, b.doubleValue()) : eq(id, a, b.floatValue());
    }

    public static boolean eq(int id, double a, Number b) {
        return eq(id, a, b.doubleValue());
    }

    public static boolean eq(int id, int a, Character b) {
        return eq(id, a, (int) b);
    }

    public static boolean eq(int id, long a, Character b) {
        return eq(id, a, (long) b);
    }

    public static boolean eq(int id, float a, Character b) {
        return eq(id, a, (float) b);
    }

    public static boolean eq(int id, double a, Character b) {
        return eq(id, a, (double) b);
    }

    public static boolean eq(int id, boolean a, Boolean b) {
        return eq(id, a, (boolean) b);
    }

    public static boolean isNull(int id, Object a) {
        Recorder.outcome(id, a == null, 1);
        return a == null;
    }
}
