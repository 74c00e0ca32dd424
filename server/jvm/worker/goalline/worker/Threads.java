package goalline.worker;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;

/**
 * Finds out whether a test left a thread running. The usual case costs no look at the threads themselves: until Java 18 a group
 * counts those that it has; later ones look through all of the process for that, but there each thread object takes the next
 * number, so two numbers in a row mean that none was made in between.
 */
final class Threads {
    private static final int PATIENCE_MILLIS = 20;
    /** The first Java whose groups do not count. */
    private static final int COUNTS_NO_MORE = 19;

    private static final boolean COUNTS = Runtime.version().feature() < COUNTS_NO_MORE;

    private final ThreadGroup group = Thread.currentThread().getThreadGroup();
    private Thread[] all = new Thread[16];
    private long number;

    void before() {
        if (!COUNTS && number == 0) {
            number = next();
        }
    }

    private static long next() {
        return new Thread().getId();
    }

    /** Whether a thread that the last test started is still alive after a short wait. */
    boolean anyLeft() {
        if (COUNTS) {
            return group.activeCount() > 1 && stillAlive();
        }
        long now = next();
        boolean made = now != number + 1;
        number = now;
        return made && stillAlive();
    }

    private boolean stillAlive() {
        long end = System.nanoTime() + PATIENCE_MILLIS * 1_000_000L;
        while (countForeign() > 0) {
            if (System.nanoTime() > end) {
                return true;
            }
            try {
                Thread.sleep(1);
            } catch (InterruptedException again) {
                continue;
            }
        }
        return false;
    }

    private int countForeign() {
        int count = group.enumerate(all);
        if (count == all.length) {
            all = new Thread[all.length * 2];
            return countForeign();
        }
        int foreign = 0;
        for (int i = 0; i < count; i++) {
            if (all[i] != Thread.currentThread() && !isCommonPool(all[i])) {
                all[i].interrupt();
                foreign++;
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
