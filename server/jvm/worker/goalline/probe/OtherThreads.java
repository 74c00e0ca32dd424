package goalline.probe;

import java.util.Arrays;

/**
 * What threads other than the one that runs a test note. That one keeps its notes without a lock; were theirs among
 * them, two notes of the same moment could be one, and what ran would pass for what did not.
 */
final class OtherThreads {
    private static final int[] NONE = {};

    private int[] numbers = NONE;
    private int count;
    private int end;

    synchronized void note(int number) {
        if (count == numbers.length) {
            numbers = Arrays.copyOf(numbers, count * 2 + 16);
        }
        numbers[count++] = number;
    }

    /**
     * The first of these notes with all of the other threads behind them, up to {@link #end()}; these are forgotten.
     * Some may be there twice.
     */
    synchronized int[] behind(int[] notes, int first) {
        end = first + count;
        int[] all = end > notes.length ? Arrays.copyOf(notes, end) : notes;
        System.arraycopy(numbers, 0, all, first, count);
        count = 0;
        return all;
    }

    /** How many notes there are after {@link #behind}. */
    int end() {
        return end;
    }

    /** Whether there are none; read without a lock, by whoever asks again. */
    boolean isEmpty() {
        return count == 0;
    }
}
