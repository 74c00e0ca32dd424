package goalline.probe;

/** Probes of bitwise operations and shifts: takes an operation and its operands, gives its value or that of the mutant that is on. */
abstract class Bits extends Reads {
    private static final int FIRST = 0;
    private static final int SECOND = 1;
    private static final int THIRD = 2;
    private static final int ALL = 7;

    Bits() {}

    public static int and(int id, int a, int b) {
        return bits(id, FIRST, a, b);
    }

    public static int or(int id, int a, int b) {
        return bits(id, SECOND, a, b);
    }

    public static int xor(int id, int a, int b) {
        return bits(id, THIRD, a, b);
    }

    public static long and(int id, long a, long b) {
        return bits(id, FIRST, a, b);
    }

    public static long or(int id, long a, long b) {
        return bits(id, SECOND, a, b);
    }

    public static long xor(int id, long a, long b) {
        return bits(id, THIRD, a, b);
    }

    public static boolean and(int id, boolean a, boolean b) {
        return bits(id, FIRST, a, b);
    }

    public static boolean or(int id, boolean a, boolean b) {
        return bits(id, SECOND, a, b);
    }

    public static boolean xor(int id, boolean a, boolean b) {
        return bits(id, THIRD, a, b);
    }

    private static int bits(int id, int own, int a, int b) {
        int open = Mutants.open(id, ALL & ~(1 << own));
        int value = compute(own, a, b);
        if (open != 0) {
            int found = 0;
            for (int other = FIRST; other <= THIRD; other++) {
                found |= compute(other, a, b) != value ? 1 << other : 0;
            }
            Mutants.infect(id, found & open);
        }
        return Mutants.isOn(id) ? compute(Mutants.slot, a, b) : value;
    }

    private static int compute(int operator, int a, int b) {
        return operator == FIRST ? a & b : operator == SECOND ? a | b : a ^ b;
    }

    private static long bits(int id, int own, long a, long b) {
        int open = Mutants.open(id, ALL & ~(1 << own));
        long value = compute(own, a, b);
        if (open != 0) {
            int found = 0;
            for (int other = FIRST; other <= THIRD; other++) {
                found |= compute(other, a, b) != value ? 1 << other : 0;
            }
            Mutants.infect(id, found & open);
        }
        return Mutants.isOn(id) ? compute(Mutants.slot, a, b) : value;
    }

    private static long compute(int operator, long a, long b) {
        return operator == FIRST ? a & b : operator == SECOND ? a | b : a ^ b;
    }

    private static boolean bits(int id, int own, boolean a, boolean b) {
        int open = Mutants.open(id, ALL & ~(1 << own));
        boolean value = compute(own, a, b);
        if (open != 0) {
            int found = 0;
            for (int other = FIRST; other <= THIRD; other++) {
                found |= compute(other, a, b) != value ? 1 << other : 0;
            }
            Mutants.infect(id, found & open);
        }
        return Mutants.isOn(id) ? compute(Mutants.slot, a, b) : value;
    }

    private static boolean compute(int operator, boolean a, boolean b) {
        return operator == FIRST ? a & b : operator == SECOND ? a | b : a ^ b;
    }

    public static int shl(int id, int a, int b) {
        return shift(id, FIRST, a, b);
    }

    public static int shl(int id, int a, long b) {
        return shift(id, FIRST, a, (int) b);
    }

    public static long shl(int id, long a, int b) {
        return shift(id, FIRST, a, b);
    }

    public static long shl(int id, long a, long b) {
        return shift(id, FIRST, a, (int) b);
    }

    public static int shr(int id, int a, int b) {
        return shift(id, SECOND, a, b);
    }

    public static int shr(int id, int a, long b) {
        return shift(id, SECOND, a, (int) b);
    }

    public static long shr(int id, long a, int b) {
        return shift(id, SECOND, a, b);
    }

    public static long shr(int id, long a, long b) {
        return shift(id, SECOND, a, (int) b);
    }

    public static int ushr(int id, int a, int b) {
        return shift(id, THIRD, a, b);
    }

    public static int ushr(int id, int a, long b) {
        return shift(id, THIRD, a, (int) b);
    }

    public static long ushr(int id, long a, int b) {
        return shift(id, THIRD, a, b);
    }

    public static long ushr(int id, long a, long b) {
        return shift(id, THIRD, a, (int) b);
    }

    private static int shift(int id, int own, int a, int b) {
        int open = Mutants.open(id, ALL & ~(1 << own));
        int value = shifted(own, a, b);
        if (open != 0) {
            int found = 0;
            for (int other = FIRST; other <= THIRD; other++) {
                found |= shifted(other, a, b) != value ? 1 << other : 0;
            }
            Mutants.infect(id, found & open);
        }
        return Mutants.isOn(id) ? shifted(Mutants.slot, a, b) : value;
    }

    private static int shifted(int operator, int a, int b) {
        return operator == FIRST ? a << b : operator == SECOND ? a >> b : a >>> b;
    }

    private static long shift(int id, int own, long a, int b) {
        int open = Mutants.open(id, ALL & ~(1 << own));
        long value = shifted(own, a, b);
        if (open != 0) {
            int found = 0;
            for (int other = FIRST; other <= THIRD; other++) {
                found |= shifted(other, a, b) != value ? 1 << other : 0;
            }
            Mutants.infect(id, found & open);
        }
        return Mutants.isOn(id) ? shifted(Mutants.slot, a, b) : value;
    }

    private static long shifted(int operator, long a, int b) {
        return operator == FIRST ? a << b : operator == SECOND ? a >> b : a >>> b;
    }
}
