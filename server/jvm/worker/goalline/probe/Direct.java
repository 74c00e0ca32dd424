package goalline.probe;

/**
 * Tells calls that the test itself makes from calls made inside: the worker names the method before a statement calls
 * it, the method's entry starts the direct call, and a second entry of it ends it.
 */
public final class Direct {
    /** How often each predicate was true in a direct call of its method. */
    public static int[] trueCount = {};
    /** How often it was false. */
    public static int[] falseCount = {};
    /** Least distances to true and to false, one after the other. */
    public static double[] distance = {};
    /** The predicates that ran in direct calls. */
    public static int[] touched = {};
    /** How many entries of {@link #touched} count. */
    public static int touchedCount;

    private static final int NONE = -1;

    /** By predicate: its method, where a test can call that; else -1. Empty unless direct calls are wanted. */
    private static int[] methodOf = {};
    /** The method that the statement calls. */
    private static int named = NONE;
    /** The method whose direct call is on. */
    public static int active = NONE;
    private static boolean entered;

    private Direct() {}

    /** Makes room; {@code methods} gives the method of each predicate. */
    public static void prepare(int[] methods) {
        int room = Math.max(methods.length, trueCount.length);
        falseCount = new int[room];
        distance = new double[room * 2];
        touched = new int[room];
        trueCount = new int[room];
        methodOf = methods;
        touchedCount = 0;
        finish();
    }

    /** Clears what the last run touched. */
    public static void begin() {
        for (int i = Math.min(touchedCount, touched.length) - 1; i >= 0; i--) {
            trueCount[touched[i]] = 0;
            falseCount[touched[i]] = 0;
        }
        touchedCount = 0;
        finish();
    }

    /** The test calls this method next. */
    public static void call(int method) {
        entered = false;
        active = NONE;
        named = method;
    }

    /** The call is over; gives whether the method was entered. */
    public static boolean finish() {
        named = NONE;
        active = NONE;
        return entered;
    }

    public static void enter(int method) {
        if (Callers.isWatching()) {
            enterWatched(method);
            return;
        }
        if (method != named) {
            return;
        }
        if (entered) {
            active = NONE;
        } else {
            entered = true;
            active = method;
        }
    }

    /** The user's tests name nothing before they call it: the frame that called tells. */
    private static void enterWatched(int method) {
        if (Callers.isTest()) {
            active = method;
            Callers.entered(method);
        } else if (method == active) {
            active = NONE;
        }
    }

    /** An outcome, with the distance to the other one, while a direct call is on. */
    public static void record(int id, boolean happened, double other) {
        int[] methods = methodOf;
        if (id >= methods.length || methods[id] != active) {
            return;
        }
        boolean first = trueCount[id] == 0 && falseCount[id] == 0;
        int own = id * 2 + (happened ? 0 : 1);
        int far = id * 2 + (happened ? 1 : 0);
        if (first) {
            if (touchedCount < touched.length) {
                touched[touchedCount++] = id;
            }
            distance[far] = other;
        }
        distance[own] = 0;
        distance[far] = Math.min(distance[far], other);
        if (happened) {
            trueCount[id]++;
        } else {
            falseCount[id]++;
        }
    }

    /** Turns a false outcome that was counted provisionally into a true one. */
    public static void correct(int id) {
        int[] methods = methodOf;
        if (id >= methods.length || methods[id] != active || falseCount[id] == 0) {
            return;
        }
        trueCount[id]++;
        distance[id * 2] = 0;
        if (--falseCount[id] == 0) {
            distance[id * 2 + 1] = 1;
        }
    }
}
