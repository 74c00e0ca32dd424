package goalline.worker.wire;

/**
 * Puts numbers that are not much larger than there are numbers in their order, each once; keeps its room. Threads that
 * note the same number at the same moment note it twice.
 */
public final class Ascending {
    private int[] sorted = new int[256];
    private int distinct;
    /** A bit per number; all clear between two uses. */
    private long[] present = new long[16];

    /**
     * The first {@code count} numbers of the array, ascending, in an array that the next call uses again; those behind
     * the first {@link #distinct} are not of this call.
     */
    public int[] of(int[] numbers, int count) {
        if (sorted.length < count) {
            sorted = new int[count * 2];
        }
        int words = 0;
        for (int i = 0; i < count; i++) {
            int word = numbers[i] >> 6;
            if (word >= words) {
                words = word + 1;
                reserve(words);
            }
            present[word] |= 1L << numbers[i];
        }
        int at = 0;
        for (int word = 0; word < words; word++) {
            for (long left = present[word]; left != 0; left &= left - 1) {
                sorted[at++] = (word << 6) + Long.numberOfTrailingZeros(left);
            }
            present[word] = 0;
        }
        distinct = at;
        return sorted;
    }

    /** How many different numbers the last call was given. */
    public int distinct() {
        return distinct;
    }

    private void reserve(int words) {
        if (present.length < words) {
            present = java.util.Arrays.copyOf(present, words * 2);
        }
    }
}
