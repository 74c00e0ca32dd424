package goalline.probe;

/** The six comparison operators by number: whether one holds, and how far a gap is from the contrary. */
public final class Operators {
    public static final int LT = 0;
    public static final int LE = 1;
    public static final int GT = 2;
    public static final int GE = 3;
    public static final int EQ = 4;
    public static final int NE = 5;

    private Operators() {}

    public static boolean holds(int operator, int a, int b) {
        switch (operator) {
            case LT:
                return a < b;
            case LE:
                return a <= b;
            case GT:
                return a > b;
            case GE:
                return a >= b;
            case EQ:
                return a == b;
            case NE:
                return a != b;
            default:
                throw new IllegalArgumentException("no comparison operator has the number " + operator);
        }
    }

    public static boolean isEquality(int operator) {
        return operator == EQ || operator == NE;
    }

    /** The distance to the outcome that {@code a op b} did not have, from {@code a - b}. */
    public static double toOther(int operator, boolean result, double gap) {
        switch (operator) {
            case LT:
                return result ? -gap : gap + 1;
            case LE:
                return result ? 1 - gap : gap;
            case GT:
                return result ? gap : 1 - gap;
            case GE:
                return result ? gap + 1 : -gap;
            default:
                return (operator == EQ) == result ? 1 : Math.abs(gap);
        }
    }
}
