package goalline.worker.run;

import goalline.worker.mocks.Mock;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The state of the one thread whose turn it is to run tests. The watchdog may take the turn away while a test runs; the
 * thread finds out at its next step and touches nothing that is shared from then on.
 */
public final class Turn {
    /** Leaves a thread that has lost its turn; nobody is told, the test has been answered for. */
    public static final class Lost extends Error {
        private static final long serialVersionUID = 1;

        private Lost() {
            super("the watchdog took over", null, false, false);
        }
    }

    private static final Lost LOST = new Lost();

    public final Thread thread;
    public final Threads threads = new Threads();
    /** The statement that is running. */
    public int statement;
    /** The callable that was called last. */
    public int callable;
    public Object[] variables = new Object[64];
    public int[] types = new int[64];
    /** The mocks of the test, in their order. */
    public final List<Mock> mocks = new ArrayList<>();
    /**
     * Odd while a test runs and its time counts, a new number for each. Odd to even is won by the thread or the
     * watchdog.
     */
    private final AtomicInteger sequence = new AtomicInteger();
    private volatile boolean lost;
    /** The number of the test that was last seen to be slow, and the statement it was at. */
    private volatile int slow = -1;

    private volatile int slowAt;

    /** The turn of the thread that calls. */
    public Turn() {
        this.thread = Thread.currentThread();
    }

    public int sequence() {
        return sequence.get();
    }

    /** A test begins, or goes on after something that is not its time. */
    public void begin() {
        sequence.incrementAndGet();
    }

    /** The test ends or pauses. */
    public void end() {
        int now = sequence.get();
        if (lost || (now & 1) == 0 || !sequence.compareAndSet(now, now + 1)) {
            // The watchdog has it and may not have said so yet; whoever catches this asks for that.
            lost = true;
            throw LOST;
        }
    }

    /** Notes that the test of this number is slow at the statement that runs. */
    public void noteSlow(int running) {
        if (slow != running) {
            slowAt = statement;
            slow = running;
        }
    }

    /** The statement at which the test that has just ended was seen to be slow; -1 when it was not. */
    public int slowStatement() {
        return slow == sequence.get() - 1 ? slowAt : -1;
    }

    /** Whether a test runs. */
    public boolean isRunning() {
        return (sequence.get() & 1) != 0;
    }

    /** Leaves the thread when it has lost its turn; asked after each call of the user's code. */
    public void check() {
        if (lost) {
            throw LOST;
        }
    }

    /** Takes the turn away if that test is still running. */
    public boolean take(int running) {
        if (!sequence.compareAndSet(running, running + 1)) {
            return false;
        }
        lost = true;
        return true;
    }

    public boolean isLost() {
        return lost;
    }

    /** Makes room for that many variables. */
    public void reserve(int count) {
        if (variables.length < count) {
            variables = new Object[count * 2];
            types = new int[count * 2];
        }
    }
}
