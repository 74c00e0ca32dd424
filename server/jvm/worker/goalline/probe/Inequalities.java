package goalline.probe;

/** Probes of {@code !=}, overloaded as those of {@code ==}. */
abstract class Inequalities extends Equalities {
    Inequalities() {}

    public static boolean ne(int id, int a, int b) {
        return compare(id, Operators.NE, a != b, a, b);
    }

    public static boolean ne(int id, long a, long b) {
        return compare(id, Operators.NE, a != b, a, b);
    }

    public static boolean ne(int id, float a, float b) {
        return compare(id, Operators.NE, a != b, a, b);
    }

    public static boolean ne(int id, double a, double b) {
        return compare(id, Operators.NE, a != b, a, b);
    }

    public static boolean ne(int id, boolean a, boolean b) {
        Recorder.outcome(id, a != b, 1);
        return a != b;
    }

    public static boolean ne(int id, Object a, Object b) {
        Recorder.outcome(id, a != b, 1);
        return a != b;
    }

    public static boolean ne(int id, Number a, int b) {
        return ne(id, a, (long) b);
    }

    public static boolean ne(int id, Number a, long b) {
        if (a instanceof Double) {
            return ne(id, a.doubleValue(), (double) b);
        }
        return a instanceof Float ? ne(id, a.floatValue(), (float) b) : ne(id, a.longValue(), b);
    }

    public static boolean ne(int id, Number a, float b) {
        return a instanceof Double ? ne(id, a.doubleValue(), (double) b) : ne(id, a.floatValue(), b);
    }

    public static boolean ne(int id, Number a, double b) {
        return ne(id, a.doubleValue(), b);
    }

    public static boolean ne(int id, Character a, int b) {
        return ne(id, (int) a, b);
    }

    public static boolean ne(int id, Character a, long b) {
        return ne(id, (long) a, b);
    }

    public static boolean ne(int id, Character a, float b) {
        return ne(id, (float) a, b);
    }

    public static boolean ne(int id, Character a, double b) {
        return ne(id, (double) a, b);
    }

    public static boolean ne(int id, Boolean a, boolean b) {
        return ne(id, (boolean) a, b);
    }

    public static boolean ne(int id, int a, Number b) {
        return ne(id, (long) a, b);
    }

    public static boolean ne(int id, long a, Number b) {
        if (b instanceof Double) {
            return ne(id, (double) a, b.doubleValue());
        }
        return b instanceof Float ? ne(id, (float) a, b.floatValue()) : ne(id, a, b.longValue());
    }

    public static boolean ne(int id, float a, Number b) {
        return b instanceof Double ? ne(id, (double) a, b.doubleValue()) : ne(id, a, b.floatValue());
    }

    public static boolean ne(int id, double a, Number b) {
        return ne(id, a, b.doubleValue());
    }

    public static boolean ne(int id, int a, Character b) {
        return ne(id, a, (int) b);
    }

    public static boolean ne(int id, long a, Character b) {
        return ne(id, a, (long) b);
    }

    public static boolean ne(int id, float a, Character b) {
        return ne(id, a, (float) b);
    }

    public static boolean ne(int id, double a, Character b) {
        return ne(id, a, (double) b);
    }

    public static boolean ne(int id, boolean a, Boolean b) {
        return ne(id, a, (boolean) b);
    }

    public static boolean notNull(int id, Object a) {
        Recorder.outcome(id, a != null, 1);
        return a != null;
    }
}
