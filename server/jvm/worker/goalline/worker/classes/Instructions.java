package goalline.worker.classes;

import java.nio.ByteBuffer;

/** How long the instructions of the JVM are (JVMS 6.5); knows nothing of what they do. */
final class Instructions {
    static final int ACONST_NULL = 1;
    static final int LDC = 18;
    static final int LDC_W = 19;
    static final int GETSTATIC = 178;
    static final int PUTSTATIC = 179;
    static final int PUTFIELD = 181;
    static final int INVOKESTATIC = 184;
    static final int NEW = 187;
    static final int CHECKCAST = 192;
    static final int INSTANCEOF = 193;

    private static final int TABLESWITCH = 170;
    private static final int LOOKUPSWITCH = 171;
    private static final int WIDE = 196;
    private static final int IINC = 132;

    /** Lengths of runs of instructions: how many there are up to the number, exclusive, and their length. */
    private static final int[][] RUNS = {
        {16, 1}, {17, 2}, {18, 3}, {19, 2}, {21, 3}, {26, 2}, {54, 1}, {59, 2}, {132, 1}, {133, 3}, {153, 1},
        {169, 3}, {170, 2}, {172, 0}, {178, 1}, {185, 3}, {187, 5}, {188, 3}, {189, 2}, {190, 3}, {192, 1},
        {194, 3}, {196, 1}, {197, 0}, {198, 4}, {200, 3}, {202, 5},
    };

    private static final int[] LENGTHS = new int[256];

    static {
        int code = 0;
        for (int[] run : RUNS) {
            for (; code < run[0]; code++) {
                LENGTHS[code] = run[1];
            }
        }
    }

    private Instructions() {}

    /** The length of the instruction at this place in code that begins at the other one. */
    static int length(ByteBuffer code, int at, int start) {
        int operation = code.get(at) & 0xFF;
        int padded = at + 4 - (at - start) % 4;
        switch (operation) {
            case TABLESWITCH:
                return padded + 12 + 4 * (code.getInt(padded + 8) - code.getInt(padded + 4) + 1) - at;
            case LOOKUPSWITCH:
                return padded + 8 + 8 * code.getInt(padded + 4) - at;
            case WIDE:
                return (code.get(at + 1) & 0xFF) == IINC ? 6 : 4;
            default:
                return Math.max(1, LENGTHS[operation]);
        }
    }
}
