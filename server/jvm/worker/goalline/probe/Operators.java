package goalline.probe;

/** The six comparison operators by number: whether one holds, and how far a gap is from the contrary. */
final class Operators {
    static final int LT = 0;
    static final int LE = 1;
    static final int GT = 2;
    static final int GE = 3;
    static final int EQ = 4;
    static final int NE = 5;

    private Operators() {}

    static boolean holds(int operator, int a, int b) {
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

    static boolean isEquality(int operator) {
        return operator == EQ || operator == NE;
    }

    /** The distance to the outcome that {@code a op b} did not have, from {@code a - b}. */
    static double toOther(int operator, boolean result, double gap) {
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
