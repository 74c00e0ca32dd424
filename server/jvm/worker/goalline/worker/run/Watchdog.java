package goalline.worker.run;

import goalline.worker.Main;
import goalline.worker.classes.Initialisers;
import goalline.worker.wire.Protocol;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ClassLoadingMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * Ends tests that exceed their time, by another thread that goes on in place of theirs or, where that cannot help, by
 * the end of the process; sends what was finished before the process ends, by time or by System.exit.
 */
public final class Watchdog {
    private static final int PERIOD_MILLIS = 20;
    /** On a machine with other things to do a test may take so many times its time by the clock on the wall. */
    private static final int WALL = 10;
    /** What static initialisers may take at least, in milliseconds: those of large libraries take seconds. */
    private static final long COLD_MILLIS = 5_000;
    /** So many classes that came in between two looks say that a library is being loaded. */
    private static final int LOADING = 3;
    /** A test that uses such a part of its time counts as slow. */
    private static final int SLOW_PART = 20;
    /** Threads that lost their turn and go on; with one more the process is not worth keeping. */
    private static final int MOST_STRAYS = 2;
    /** How long such a thread may go on before the process is ended at the next opportunity. */
    private static final long STRAY_NANOS = 3_000_000_000L;

    /** A thread that lost its turn. */
    private static final class Stray {
        public final Thread thread;
        public final long since = System.nanoTime();

        public Stray(Thread thread) {
            this.thread = thread;
        }
    }

    private final Runner runner;
    private final OutputStream out;
    /** Carries on where a thread has lost its turn. */
    private final Runnable successor;
    private final List<Stray> strays = new ArrayList<>();
    private final CountDownLatch ready = new CountDownLatch(1);
    private ClassLoadingMXBean classLoading;
    private ThreadMXBean times;
    private List<GarbageCollectorMXBean> collectors;
    /** Whether a test or a checked test is running that may call System.exit. */
    public volatile boolean mayExit;
    /** Whether a request is being answered. */
    public volatile boolean isServing;
    /** Whether a thread that lost its turn has gone on for so long that the process should be replaced. */
    public volatile boolean isWorn;

    public Watchdog(Runner runner, OutputStream out, Runnable successor) {
        this.runner = runner;
        this.out = out;
        this.successor = successor;
    }

    public void start() {
        Thread thread = new Thread(Main.OWN, this::watch, "goalline watchdog", 1 << 18);
        thread.setDaemon(true);
        thread.setPriority(Thread.MAX_PRIORITY);
        thread.start();
        Runtime.getRuntime().addShutdownHook(new Thread(Main.OWN, this::exiting, "goalline exit"));
    }

    /**
     * Waits until the watchdog has all that it asks. Each class takes an identity hash as it is linked, and which
     * hashes are left for tests is not to be a matter of chance.
     */
    public void awaitReady() throws InterruptedException {
        ready.await();
    }

    private void prepare() {
        try {
            classLoading = ManagementFactory.getClassLoadingMXBean();
            times = ManagementFactory.getThreadMXBean();
            collectors = ManagementFactory.getGarbageCollectorMXBeans();
            loadedClasses();
            processorTime(Thread.currentThread());
            isWaiting(Thread.currentThread());
            collectionMillis();
            Initialisers.areRunBy(Thread.currentThread());
        } finally {
            ready.countDown();
        }
    }

    private void watch() {
        prepare();
        Turn turn = null;
        int seen = 0;
        long since = 0;
        long used = 0;
        long collected = 0;
        long before = 0;
        long cold = 0;
        long coldWaited = 0;
        long looked = 0;
        int idle = 0;
        long loaded = 0;
        while (true) {
            try {
                Thread.sleep(PERIOD_MILLIS);
            } catch (InterruptedException fromATest) {
                continue;
            }
            long classes = loadedClasses();
            boolean isLoading = classes - loaded >= LOADING;
            loaded = classes;
            Turn now = runner.turn;
            int sequence = now.sequence();
            if (now != turn || sequence != seen || !now.isRunning()) {
                turn = now;
                seen = sequence;
                since = System.nanoTime();
                used = -1;
                before = 0;
                cold = 0;
                coldWaited = 0;
                looked = 0;
                idle = 0;
                look();
                continue;
            }
            // The first look at a test that takes a while starts its clock: what it used before is too little to
            // matter.
            long cpu = processorTime(turn.thread);
            long pauses = collectionMillis();
            if (used < 0) {
                used = cpu;
                collected = pauses;
            }
            idle += isWaiting(turn.thread) ? PERIOD_MILLIS : 0;
            // A test that fills the heap makes the collector work in its place, for much longer than it runs itself.
            long spent = (cpu - used) / 1_000_000L + idle + pauses - collected;
            long waited = (System.nanoTime() - since) / 1_000_000L;
            if (isLoading || Initialisers.areRunBy(turn.thread)) {
                // Cold classes take their time once, and one whose initialiser is stopped is broken for good.
                cold += spent - before;
                coldWaited += waited - looked;
            }
            before = spent;
            looked = waited;
            long limit = runner.timeLimit;
            long own = spent - cold;
            // Whose garbage is collected nobody knows: a pause alone makes no test slow.
            if ((own - (pauses - collected)) * SLOW_PART > limit) {
                turn.noteSlow(seen);
            }
            boolean isCold = cold > Math.max(WALL * limit, COLD_MILLIS) || coldWaited > WALL * COLD_MILLIS;
            if (own > limit || waited - coldWaited > WALL * limit || isCold) {
                stop(turn, seen, idle > 0);
            }
        }
    }

    private static boolean isWaiting(Thread thread) {
        return thread.getState() != Thread.State.RUNNABLE;
    }

    private long loadedClasses() {
        return classLoading.getTotalLoadedClassCount();
    }

    /** Nanoseconds of a processor that the thread has used. */
    private long processorTime(Thread thread) {
        return Math.max(0, times.getThreadCpuTime(thread.getId()));
    }

    /** Milliseconds that the collectors have held everything up. */
    private long collectionMillis() {
        long sum = 0;
        for (GarbageCollectorMXBean collector : collectors) {
            sum += Math.max(0, collector.getCollectionTime());
        }
        return sum;
    }

    /** Between tests: looks after threads that lost their turn. A process that only they keep busy ends. */
    private void look() {
        if (strays.isEmpty()) {
            return;
        }
        strays.removeIf(stray -> !stray.thread.isAlive());
        long now = System.nanoTime();
        isWorn = strays.stream().anyMatch(stray -> now - stray.since > STRAY_NANOS);
        if (isWorn && !isServing) {
            Runtime.getRuntime().halt(Protocol.RETIRED);
        }
    }

    private void stop(Turn turn, int sequence, boolean isBlocked) {
        strays.removeIf(stray -> !stray.thread.isAlive());
        if (!turn.take(sequence)) {
            return;
        }
        if (strays.size() >= MOST_STRAYS) {
            if (runner.claimed.compareAndSet(false, true)) {
                send(Protocol.OUT_OF_TIME, turn.statement);
            }
            Runtime.getRuntime().halt(Protocol.RETIRED);
        }
        strays.add(new Stray(turn.thread));
        boolean isInitialising = Initialisers.areRunBy(turn.thread);
        runner.answerFor(turn, isBlocked || isInitialising);
        // A group of its own: what else runs in the old one is not its concern.
        Thread next = new Thread(new ThreadGroup("main"), successor, "main", Main.TEST_STACK);
        next.setDaemon(false);
        next.start();
        if (!isInitialising) {
            end(turn.thread);
        }
    }

    /** Until Java 19 a thread can be stopped; later ones leave it to end by itself or at its next probe. */
    private static void end(Thread thread) {
        try {
            Thread.class.getMethod("stop").invoke(thread);
        } catch (ReflectiveOperationException unsupported) {
            thread.interrupt();
        }
    }

    /** System.exit in a test: finished results go out, the exit status tells the rest. */
    private void exiting() {
        Turn turn = runner.turn;
        if (mayExit && turn.isRunning() && runner.claimed.compareAndSet(false, true)) {
            send(Protocol.EXIT_CALLED, turn.statement);
        }
        if (mayExit) {
            try {
                Main.sendFrame(out, new byte[] {(byte) Protocol.EXITING}, 1);
            } catch (IOException closed) {
                // Nobody listens any more; the process ends either way.
                return;
            }
        }
    }

    /**
     * Ends batches up to this number: what is finished of the one that runs goes out now, while its test comes to its
     * end. The next batch begins after that: its answer would else be taken for that of this one.
     */
    public void cut(int last) {
        synchronized (runner) {
            if (runner.cut(last)) {
                send(Protocol.CUT, 0);
            }
        }
    }

    /** Sends the results of the finished tests; the one that runs has written nothing that is counted. */
    private void send(int state, int statement) {
        byte[] frame;
        synchronized (runner) {
            frame = Arrays.copyOf(runner.finishedIn, runner.finishedLength);
            fillHeader(frame, state, runner.finished, statement);
        }
        try {
            Main.sendFrame(out, frame, frame.length);
        } catch (IOException closed) {
            Runtime.getRuntime().halt(1);
        }
    }

    public static void fillHeader(byte[] frame, int state, int finished, int statement) {
        frame[0] = (byte) Protocol.RESULTS;
        frame[1] = (byte) state;
        for (int i = 0; i < 4; i++) {
            frame[2 + i] = (byte) (finished >> 8 * i);
            frame[6 + i] = (byte) (statement >> 8 * i);
        }
    }
}
