package goalline.probe;

/** Probes of variables and constants: each gives its value, or what the mutant that is switched on reads instead. */
abstract class Reads extends Switches {
    private static final int UNARY = 7;
    private static final int CONSTANTS = 31;
    /** What the first mutants of a constant put in its place. */
    private static final int[] PLAIN = {0, 1, -1};

    Reads() {}

    public static byte v(int id, byte value) {
        return (byte) v(id, (int) value);
    }

    public static byte w(int id, int slot, byte value, byte other) {
        return (byte) w(id, slot, (int) value, (int) other);
    }

    public static short v(int id, short value) {
        return (short) v(id, (int) value);
    }

    public static short w(int id, int slot, short value, short other) {
        return (short) w(id, slot, (int) value, (int) other);
    }

    public static char v(int id, char value) {
        return (char) v(id, (int) value);
    }

    public static char w(int id, int slot, char value, char other) {
        return (char) w(id, slot, (int) value, (int) other);
    }

    public static int v(int id, int value) {
        Mutants.infectOpen(id, UNARY);
        if (!Mutants.isOn(id) || Mutants.slot > 2) {
            return value;
        }
        return Mutants.slot == 0 ? -value : Mutants.slot == 1 ? value + 1 : value - 1;
    }

    public static int w(int id, int slot, int value, int other) {
        if (value != other) {
            Mutants.infect(id, 1 << slot);
        }
        return Mutants.isOn(id) && Mutants.slot == slot ? other : value;
    }

    public static long v(int id, long value) {
        Mutants.infectOpen(id, UNARY);
        if (!Mutants.isOn(id) || Mutants.slot > 2) {
            return value;
        }
        return Mutants.slot == 0 ? -value : Mutants.slot == 1 ? value + 1 : value - 1;
    }

    public static long w(int id, int slot, long value, long other) {
        if (value != other) {
            Mutants.infect(id, 1 << slot);
        }
        return Mutants.isOn(id) && Mutants.slot == slot ? other : value;
    }

    public static float v(int id, float value) {
        Mutants.infectOpen(id, UNARY);
        if (!Mutants.isOn(id) || Mutants.slot > 2) {
            return value;
        }
        return Mutants.slot == 0 ? -value : Mutants.slot == 1 ? value + 1 : value - 1;
    }

    public static float w(int id, int slot, float value, float other) {
        if (value != other && (value == value || other == other)) {
            Mutants.infect(id, 1 << slot);
        }
        return Mutants.isOn(id) && Mutants.slot == slot ? other : value;
    }

    public static double v(int id, double value) {
        Mutants.infectOpen(id, UNARY);
        if (!Mutants.isOn(id) || Mutants.slot > 2) {
            return value;
        }
        return Mutants.slot == 0 ? -value : Mutants.slot == 1 ? value + 1 : value - 1;
    }

    public static double w(int id, int slot, double value, double other) {
        if (value != other && (value == value || other == other)) {
            Mutants.infect(id, 1 << slot);
        }
        return Mutants.isOn(id) && Mutants.slot == slot ? other : value;
    }

    public static boolean v(int id, boolean value) {
        Mutants.infectOpen(id, 1);
        return Mutants.isOn(id) && Mutants.slot == 0 ? !value : value;
    }

    public static boolean w(int id, int slot, boolean value, boolean other) {
        if (value != other) {
            Mutants.infect(id, 1 << slot);
        }
        return Mutants.isOn(id) && Mutants.slot == slot ? other : value;
    }

    public static boolean k(int id, boolean value) {
        Mutants.infectOpen(id, 1);
        return Mutants.isOn(id) ? !value : value;
    }

    public static int k(int id, int value) {
        Mutants.infectOpen(id, CONSTANTS);
        if (!Mutants.isOn(id)) {
            return value;
        }
        return Mutants.slot < PLAIN.length ? PLAIN[Mutants.slot] : Mutants.slot == 3 ? value + 1 : value - 1;
    }

    public static long k(int id, long value) {
        Mutants.infectOpen(id, CONSTANTS);
        if (!Mutants.isOn(id)) {
            return value;
        }
        return Mutants.slot < PLAIN.length ? PLAIN[Mutants.slot] : Mutants.slot == 3 ? value + 1 : value - 1;
    }

    public static float k(int id, float value) {
        Mutants.infectOpen(id, CONSTANTS);
        if (!Mutants.isOn(id)) {
            return value;
        }
        return Mutants.slot < PLAIN.length ? PLAIN[Mutants.slot] : Mutants.slot == 3 ? value + 1 : value - 1;
    }

    public static double k(int id, double value) {
        Mutants.infectOpen(id, CONSTANTS);
        if (!Mutants.isOn(id)) {
            return value;
        }
        return Mutants.slot < PLAIN.length ? PLAIN[Mutants.slot] : Mutants.slot == 3 ? value + 1 : value - 1;
    }
}
