package goalline.probe;

/** Takes the outcomes that probes report during a run and keeps them in arrays for the worker; knows no Java source. */
public final class Recorder {
    /** How often each predicate was true. */
    public static int[] trueCount = {};
    /** How often each predicate was false. */
    public static int[] falseCount = {};
    /** Least distance of each predicate to being true; means something only for touched predicates. */
    public static double[] trueDistance = {};
    /** Least distance of each predicate to being false; means something only for touched predicates. */
    public static double[] falseDistance = {};
    /** Whether each predicate was both true and false in this run. */
    private static boolean[] settled = {};
    /** The predicates that ran, in the order of their first evaluation. */
    public static int[] touched = {};
    /** How many entries of {@link #touched} count. */
    public static int touchedCount;
    /** How often each method was entered. */
    public static int[] methodCount = {};
    /** The methods that were entered, in the order of their first entry. */
    public static int[] entered = {};
    /** How many entries of {@link #entered} count. */
    public static int enteredCount;
    /** Steps that the run may still take; negative once the budget is spent. */
    public static long stepsLeft = Long.MAX_VALUE;

    /** No run is on: probes do nothing. */
    private static final int OFF = 0;
    /** A run is on, and any thread may be part of it. */
    private static final int ON = 1;
    /** The same, when there are threads of earlier runs that go on. */
    private static final int GUARDED = 2;
    private static final int GUARDED_OFF = 3;

    /** More steps than any budget has. */
    private static final long UNLIMITED = Long.MAX_VALUE / 2;

    /** The thread that runs the test. */
    private static Thread runner;

    private static final OtherThreads OTHERS_TOUCHED = new OtherThreads();
    private static final OtherThreads OTHERS_ENTERED = new OtherThreads();

    private static int mode;
    private static Thread[] shunned = {};
    private static boolean spent;

    private Recorder() {}

    /** Whether a run is on; outside of one, probes do nothing. A thread that is shunned gets no further than this. */
    public static boolean armed() {
        int now = mode;
        return now == ON || now > ON && guarded(now);
    }

    private static boolean guarded(int now) {
        for (Thread thread : shunned) {
            if (thread == Thread.currentThread()) {
                throw OutOfSteps.INSTANCE;
            }
        }
        return now == GUARDED;
    }

    /** The run of this thread was given up; each probe that it meets from now on ends it. */
    public static void shun(Thread thread) {
        Thread[] more = new Thread[shunned.length + 1];
        System.arraycopy(shunned, 0, more, 0, shunned.length);
        more[shunned.length] = thread;
        shunned = more;
        mode = GUARDED_OFF;
    }

    /**
     * Makes room for that many predicates and methods; never shrinks, so that a thread left over from a run stays
     * harmless.
     */
    public static void prepare(int predicates, int methods) {
        mode = mode >= GUARDED ? GUARDED_OFF : OFF;
        int room = Math.max(predicates, trueCount.length);
        falseCount = new int[room];
        trueDistance = new double[room];
        falseDistance = new double[room];
        touched = new int[room];
        Slots.prepare(room);
        Sites.prepare(new int[0][], new int[0][], new int[0][], new int[0]);
        trueCount = new int[room];
        // The last one: whoever finds room here finds it in the others.
        settled = new boolean[room];
        int bodies = Math.max(methods, methodCount.length);
        entered = new int[bodies];
        methodCount = new int[bodies];
        touchedCount = 0;
        enteredCount = 0;
    }

    /** Once the threads whose runs were given up have ended, probes need not look for them. */
    private static void forgive() {
        for (Thread thread : shunned) {
            if (thread.isAlive()) {
                return;
            }
        }
        shunned = new Thread[0];
        mode = OFF;
    }

    /**
     * Clears what the last run touched and starts a run of at most that many steps, on the calling thread first of
     * all.
     */
    public static void begin(long stepBudget) {
        armed();
        if (mode > ON) {
            forgive();
        }
        joinOthers();
        runner = Thread.currentThread();
        int[] ids = touched;
        for (int i = Math.min(touchedCount, ids.length) - 1; i >= 0; i--) {
            int id = ids[i];
            trueCount[id] = 0;
            falseCount[id] = 0;
            settled[id] = false;
            Slots.clear(id);
        }
        touchedCount = 0;
        int[] bodies = entered;
        for (int i = Math.min(enteredCount, bodies.length) - 1; i >= 0; i--) {
            methodCount[bodies[i]] = 0;
        }
        enteredCount = 0;
        Sites.begin();
        spent = false;
        stepsLeft = stepBudget;
        mode = mode >= GUARDED ? GUARDED : ON;
    }

    /** Ends the run: what was recorded stays readable, probes no longer do anything. */
    public static void end() {
        armed();
        mode = mode >= GUARDED ? GUARDED_OFF : OFF;
        joinOthers();
        if (stepsLeft < 0) {
            stepsLeft = 0;
        }
    }

    private static void joinOthers() {
        if (!OTHERS_TOUCHED.isEmpty()) {
            touched = OTHERS_TOUCHED.behind(touched, Math.min(touchedCount, touched.length));
            touchedCount = OTHERS_TOUCHED.end();
        }
        if (!OTHERS_ENTERED.isEmpty()) {
            entered = OTHERS_ENTERED.behind(entered, Math.min(enteredCount, entered.length));
            enteredCount = OTHERS_ENTERED.end();
        }
    }

    /** Whether the calling thread runs the test; others keep their notes apart. */
    static boolean isRunner() {
        return Thread.currentThread() == runner;
    }

    /** Whether the last run spent its steps. */
    public static boolean exhausted() {
        return spent;
    }

    /** Counts one step. */
    public static void step() {
        if (armed() && --stepsLeft < 0) {
            stop();
        }
    }

    /** Counts a step per eight elements of a new array, so that the step budget bounds the memory of a test too. */
    public static void allocate(int length) {
        if (armed() && length > 64 && (stepsLeft -= length >> 3) < 0) {
            stop();
        }
    }

    /** Counts one step and an entry of a method. */
    public static void enter(int method) {
        if (!armed()) {
            return;
        }
        if (--stepsLeft < 0) {
            stop();
        }
        Direct.enter(method);
        Sites.enter(method);
        count(method);
        if (Sites.underWay > 0) {
            Sites.count(method);
        }
    }

    public static void count(int method) {
        int[] counts = methodCount;
        if (method < counts.length) {
            if (counts[method] == 0) {
                int[] list = entered;
                int n = enteredCount;
                if (!isRunner()) {
                    OTHERS_ENTERED.note(method);
                } else if (n < list.length) {
                    list[n] = method;
                    enteredCount = n + 1;
                }
            }
            counts[method]++;
        }
    }

    /**
     * Counts one step and one outcome, with the distance to the other one. Gives whether this was the first evaluation
     * of the run. Calls nothing once it has begun to write, so a stack overflow finds all of it written or none (a note
     * of another thread comes first, and twice does no harm).
     */
    public static boolean outcome(int id, boolean happened, double other) {
        return !again(id, happened) && met(id, happened, other);
    }

    /**
     * Counts one step and one outcome of a predicate that was both true and false in this run already: no distance
     * can matter any more, so none need be computed. Gives whether that was so; nothing has happened otherwise. Loops
     * live here.
     */
    public static boolean again(int id, boolean happened) {
        // So short that the JVM puts it where it is called.
        boolean[] known = settled;
        return id < known.length && known[id] && counted(id, happened);
    }

    private static boolean counted(int id, boolean happened) {
        if (mode != ON || Direct.active >= 0 || Sites.underWay > 0) {
            return false;
        }
        if (--stepsLeft < 0) {
            stop();
        }
        int[] counts = happened ? trueCount : falseCount;
        counts[id]++;
        return true;
    }

    /** As {@link #outcome}, where {@link #again} said no. */
    public static boolean met(int id, boolean happened, double other) {
        if (!armed()) {
            return false;
        }
        if (--stepsLeft < 0) {
            stop();
        }
        return note(id, happened, other);
    }

    /** As {@link #outcome}, without a step. */
    public static boolean record(int id, boolean happened, double other) {
        return armed() && note(id, happened, other);
    }

    private static boolean note(int id, boolean happened, double other) {
        if (Direct.active >= 0) {
            Direct.record(id, happened, other);
        }
        if (Sites.underWay > 0) {
            Sites.record(id, happened, other);
        }
        return write(id, happened, other);
    }

    public static boolean write(int id, boolean happened, double other) {
        int[] counts = happened ? trueCount : falseCount;
        int[] otherCounts = happened ? falseCount : trueCount;
        double[] far = happened ? falseDistance : trueDistance;
        double[] own = happened ? trueDistance : falseDistance;
        if (id >= counts.length || id >= otherCounts.length || id >= far.length || id >= own.length) {
            return false;
        }
        int count = counts[id];
        boolean first = false;
        if (count == 0) {
            if (otherCounts[id] == 0) {
                first = true;
                int[] list = touched;
                int n = touchedCount;
                if (!isRunner()) {
                    OTHERS_TOUCHED.note(id);
                } else if (n < list.length) {
                    list[n] = id;
                    touchedCount = n + 1;
                }
                far[id] = other;
            }
            own[id] = 0;
            if (otherCounts[id] != 0 && id < settled.length) {
                settled[id] = true;
            }
        }
        if (other < far[id]) {
            far[id] = other;
        }
        counts[id] = count + 1;
        return first;
    }

    /**
     * Whether the distance to the outcome that did not happen still matters in this run; asked before costly
     * distances.
     */
    public static boolean wants(int id, boolean happened) {
        int[] otherCounts = happened ? falseCount : trueCount;
        return armed() && id < otherCounts.length && (otherCounts[id] == 0 || Sites.wants(id, happened));
    }

    /** Turns the false outcome that {@link P#o} counted provisionally into a true one. */
    public static void correct(int id) {
        int[] no = falseCount;
        int[] yes = trueCount;
        if (!armed() || id >= no.length || id >= yes.length || id >= falseDistance.length || no[id] == 0) {
            return;
        }
        if (Direct.active >= 0) {
            Direct.correct(id);
        }
        if (Sites.underWay > 0) {
            Sites.correct(id);
        }
        turn(id);
    }

    public static void turn(int id) {
        int[] no = falseCount;
        int[] yes = trueCount;
        if (id >= no.length || id >= yes.length || no[id] == 0) {
            return;
        }
        yes[id]++;
        trueDistance[id] = 0;
        if (--no[id] == 0) {
            falseDistance[id] = 1;
        }
        if (id < settled.length) {
            settled[id] = no[id] != 0;
        }
    }

    /** Ends a run that has a budget; for others, and outside of runs, it is {@code System.exit}. */
    public static void exit(int status) {
        if (armed() && stepsLeft < UNLIMITED) {
            stop();
        }
        System.exit(status);
    }

    private static void stop() {
        spent = true;
        throw OutOfSteps.INSTANCE;
    }
}
