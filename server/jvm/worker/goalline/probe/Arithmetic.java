package goalline.probe;

/** Probes of arithmetic: takes an operation and its operands, gives its value, or that of the mutant that is switched on. */
abstract class Arithmetic extends Bits {
    private static final int ADD = 0;
    private static final int SUB = 1;
    private static final int MUL = 2;
    private static final int DIV = 3;
    private static final int REM = 4;
    private static final int ALL = 31;

    Arithmetic() {}

    public static int add(int id, int a, int b) {
        return run(id, ADD, a, b);
    }

    public static int sub(int id, int a, int b) {
        return run(id, SUB, a, b);
    }

    public static int mul(int id, int a, int b) {
        return run(id, MUL, a, b);
    }

    public static int div(int id, int a, int b) {
        return run(id, DIV, a, b);
    }

    public static int rem(int id, int a, int b) {
        return run(id, REM, a, b);
    }

    public static long add(int id, long a, long b) {
        return run(id, ADD, a, b);
    }

    public static long sub(int id, long a, long b) {
        return run(id, SUB, a, b);
    }

    public static long mul(int id, long a, long b) {
        return run(id, MUL, a, b);
    }

    public static long div(int id, long a, long b) {
        return run(id, DIV, a, b);
    }

    public static long rem(int id, long a, long b) {
        return run(id, REM, a, b);
    }

    public static float add(int id, float a, float b) {
        return run(id, ADD, a, b);
    }

    public static float sub(int id, float a, float b) {
        return run(id, SUB, a, b);
    }

    public static float mul(int id, float a, float b) {
        return run(id, MUL, a, b);
    }

    public static float div(int id, float a, float b) {
        return run(id, DIV, a, b);
    }

    public static float rem(int id, float a, float b) {
        return run(id, REM, a, b);
    }

    public static double add(int id, double a, double b) {
        return run(id, ADD, a, b);
    }

    public static double sub(int id, double a, double b) {
        return run(id, SUB, a, b);
    }

    public static double mul(int id, double a, double b) {
        return run(id, MUL, a, b);
    }

    public static double div(int id, double a, double b) {
        return run(id, DIV, a, b);
    }

    public static double rem(int id, double a, double b) {
        return run(id, REM, a, b);
    }

    private static int run(int id, int own, int a, int b) {
        int open = Mutants.open(id, ALL & ~(1 << own));
        if (open != 0) {
            Mutants.infect(id, infected(open, own, a, b));
        }
        return compute(Mutants.isOn(id) ? Mutants.slot : own, a, b);
    }

    private static int compute(int operator, int a, int b) {
        switch (operator) {
            case ADD:
                return a + b;
            case SUB:
                return a - b;
            case MUL:
                return a * b;
            case DIV:
                return a / b;
            default:
                return a % b;
        }
    }

    /** A division by zero that only one of both makes is a difference, too. */
    private static int infected(int open, int own, int a, int b) {
        boolean fails = own >= DIV && b == 0;
        int value = fails ? 0 : compute(own, a, b);
        int found = 0;
        for (int other = ADD; other <= REM; other++) {
            boolean otherFails = other >= DIV && b == 0;
            if (fails ? !otherFails : otherFails || compute(other, a, b) != value) {
                found |= 1 << other;
            }
        }
        return found & open;
    }

    private static long run(int id, int own, long a, long b) {
        int open = Mutants.open(id, ALL & ~(1 << own));
        if (open != 0) {
            Mutants.infect(id, infected(open, own, a, b));
        }
        return compute(Mutants.isOn(id) ? Mutants.slot : own, a, b);
    }

    private static long compute(int operator, long a, long b) {
        switch (operator) {
            case ADD:
                return a + b;
            case SUB:
                return a - b;
            case MUL:
                return a * b;
            case DIV:
                return a / b;
            default:
                return a % b;
        }
    }

    /** A division by zero that only one of both makes is a difference, too. */
    private static int infected(int open, int own, long a, long b) {
        boolean fails = own >= DIV && b == 0;
        long value = fails ? 0 : compute(own, a, b);
        int found = 0;
        for (int other = ADD; other <= REM; other++) {
            boolean otherFails = other >= DIV && b == 0;
            if (fails ? !otherFails : otherFails || compute(other, a, b) != value) {
                found |= 1 << other;
            }
        }
        return found & open;
    }

    private static float run(int id, int own, float a, float b) {
        int open = Mutants.open(id, ALL & ~(1 << own));
        if (open != 0) {
            Mutants.infect(id, infected(open, own, a, b));
        }
        return compute(Mutants.isOn(id) ? Mutants.slot : own, a, b);
    }

    private static float compute(int operator, float a, float b) {
        switch (operator) {
            case ADD:
                return a + b;
            case SUB:
                return a - b;
            case MUL:
                return a * b;
            case DIV:
                return a / b;
            default:
                return a % b;
        }
    }

    private static int infected(int open, int own, float a, float b) {
        float value = compute(own, a, b);
        int found = 0;
        for (int other = ADD; other <= REM; other++) {
            float changed = compute(other, a, b);
            if (changed != value && Float.compare(changed, value) != 0) {
                found |= 1 << other;
            }
        }
        return found & open;
    }

    private static double run(int id, int own, double a, double b) {
        int open = Mutants.open(id, ALL & ~(1 << own));
        if (open != 0) {
            Mutants.infect(id, infected(open, own, a, b));
        }
        return compute(Mutants.isOn(id) ? Mutants.slot : own, a, b);
    }

    private static double compute(int operator, double a, double b) {
        switch (operator) {
            case ADD:
                return a + b;
            case SUB:
                return a - b;
            case MUL:
                return a * b;
            case DIV:
                return a / b;
            default:
                return a % b;
        }
    }

    private static int infected(int open, int own, double a, double b) {
        double value = compute(own, a, b);
        int found = 0;
        for (int other = ADD; other <= REM; other++) {
            double changed = compute(other, a, b);
            if (changed != value && Double.compare(changed, value) != 0) {
                found |= 1 << other;
            }
        }
        return found & open;
    }
}
