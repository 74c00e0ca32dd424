package goalline.probe;

/** Identities around the operands of an observed call: each keeps its value for the distance and its static type for javac. */
abstract class Operands extends Inequalities {
    Operands() {}

    public static <T> T a(int id, T value) {
        Slots.first(id, value);
        return value;
    }

    public static boolean a(int id, boolean value) {
        Slots.first(id, value);
        return value;
    }

    public static byte a(int id, byte value) {
        Slots.first(id, value);
        return value;
    }

    public static short a(int id, short value) {
        Slots.first(id, value);
        return value;
    }

    public static char a(int id, char value) {
        Slots.first(id, value);
        return value;
    }

    public static int a(int id, int value) {
        Slots.first(id, value);
        return value;
    }

    public static long a(int id, long value) {
        Slots.first(id, value);
        return value;
    }

    public static float a(int id, float value) {
        Slots.first(id, value);
        return value;
    }

    public static double a(int id, double value) {
        Slots.first(id, value);
        return value;
    }

    public static <T> T b(int id, T value) {
        Slots.second(id, value);
        return value;
    }

    public static boolean b(int id, boolean value) {
        Slots.second(id, value);
        return value;
    }

    public static byte b(int id, byte value) {
        Slots.second(id, value);
        return value;
    }

    public static short b(int id, short value) {
        Slots.second(id, value);
        return value;
    }

    public static char b(int id, char value) {
        Slots.second(id, value);
        return value;
    }

    public static int b(int id, int value) {
        Slots.second(id, value);
        return value;
    }

    public static long b(int id, long value) {
        Slots.second(id, value);
        return value;
    }

    public static float b(int id, float value) {
        Slots.second(id, value);
        return value;
    }

    public static double b(int id, double value) {
        Slots.second(id, value);
        return value;
    }

    public static int c(int value) {
        Slots.third = value;
        return value;
    }

    /** {@code startsWith(text, prefix, ignoreCase)} has no offset. */
    public static boolean c(boolean value) {
        Slots.third = 0;
        return value;
    }

    public static int d(int value) {
        Slots.fourth = value;
        return value;
    }

    public static int e(int value) {
        Slots.fifth = value;
        return value;
    }
}
