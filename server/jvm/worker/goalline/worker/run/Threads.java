package goalline.worker.run;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.function.Predicate;

/**
 * Finds out whether a test left a thread running, and which of those that are left do harm. The usual case costs no
 * look at the threads themselves: until Java 18 a group counts those that it has; later ones look through all of the
 * process for that, but there each thread object takes the next number, so two numbers in a row mean that none was
 * made in between.
 */
public final class Threads {
    private static final int PATIENCE_MILLIS = 20;
    /** Where many stay already, waiting for each one more would be all that is done. */
    private static final int LITTLE_PATIENCE_MILLIS = 2;

    private static final int MANY = 8;
    /** More are too many for one process. */
    private static final int MOST = 200;
    /** The time over which threads that stay are looked at together … */
    private static final long LOOK_NANOS = 1_000_000_000L;
    /** … and the part of it that they may use, on a machine with other things to do. */
    private static final int BURNING_PART = 10;
    /** The first Java whose groups do not count. */
    private static final int COUNTS_NO_MORE = 19;

    private static final boolean COUNTS = Runtime.version().feature() < COUNTS_NO_MORE;

    private final ThreadGroup group = Thread.currentThread().getThreadGroup();
    private final List<Thread> staying = new ArrayList<>();
    private Thread[] all = new Thread[16];
    private long number;
    private long lookedAt;
    private long used;
    private boolean areBurning;

    public void before() {
        if (!COUNTS && number == 0) {
            number = next();
        }
    }

    private static long next() {
        return new Thread().getId();
    }

    /**
     * Whether a thread that the last test started is still alive after a short wait. Those that run such code are
     * asked to end.
     */
    public boolean anyLeft(Predicate<Thread> runsProject) {
        if (COUNTS) {
            return group.activeCount() > 1 + staying.size() && stillAlive(runsProject);
        }
        long now = next();
        boolean made = now != number + 1;
        number = now;
        return made && stillAlive(runsProject);
    }

    /** Whether one of those that were left is such a thread. */
    public boolean anyOfThose(Predicate<Thread> wanted) {
        return foreign().stream().anyMatch(wanted);
    }

    /** Those that were left are left alone from now on: a pool that waits for work, what a library runs. */
    public void letStay() {
        staying.removeIf(thread -> !thread.isAlive());
        staying.addAll(foreign());
    }

    /** Whether those that stay are too many, or use the processor as if they were what it is there for. */
    public boolean areTooMuch() {
        if (staying.isEmpty()) {
            return false;
        }
        long now = System.nanoTime();
        if (now - lookedAt > LOOK_NANOS) {
            staying.removeIf(thread -> !thread.isAlive());
            long usedNow = processorTime();
            areBurning = lookedAt != 0 && (usedNow - used) * BURNING_PART > now - lookedAt;
            used = usedNow;
            lookedAt = now;
        }
        return areBurning || staying.size() > MOST;
    }

    private long processorTime() {
        ThreadMXBean times = ManagementFactory.getThreadMXBean();
        long sum = 0;
        for (Thread thread : staying) {
            sum += Math.max(0, times.getThreadCpuTime(thread.getId()));
        }
        return sum;
    }

    private boolean stillAlive(Predicate<Thread> runsProject) {
        int patience = staying.size() > MANY ? LITTLE_PATIENCE_MILLIS : PATIENCE_MILLIS;
        long end = System.nanoTime() + patience * 1_000_000L;
        while (true) {
            List<Thread> foreign = foreign();
            if (foreign.isEmpty() || System.nanoTime() > end) {
                return !foreign.isEmpty();
            }
            foreign.stream().filter(runsProject).forEach(Thread::interrupt);
            try {
                Thread.sleep(1);
            } catch (InterruptedException again) {
                continue;
            }
        }
    }

    private List<Thread> foreign() {
        int count = group.enumerate(all);
        if (count == all.length) {
            all = new Thread[all.length * 2];
            return foreign();
        }
        List<Thread> foreign = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            if (all[i] != Thread.currentThread() && !isCommonPool(all[i]) && !staying.contains(all[i])) {
                foreign.add(all[i]);
            }
            all[i] = null;
        }
        return foreign;
    }

    /** The threads of the common pool stay on purpose and are idle. */
    private static boolean isCommonPool(Thread thread) {
        return thread instanceof ForkJoinWorkerThread
                && ((ForkJoinWorkerThread) thread).getPool() == ForkJoinPool.commonPool();
    }
}
