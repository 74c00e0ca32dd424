package goalline.probe;

import goalline.probe.distance.Distances;

/**
 * Keeps which operations ran, which of their mutants computed another value, and which one mutant is switched on;
 * computes nothing.
 */
public final class Mutants {
    /** The operations that ran, in the order of their first evaluation. */
    public static int[] touched = {};
    /** How many entries of {@link #touched} count. */
    public static int touchedCount;
    /** By operation: bit k is set when the mutant in slot k was infected. */
    public static byte[] infected = {};
    /** By operation: least distances to less, equal and greater; meaningful for comparisons that were touched. */
    public static double[] relations = {};
    /** Whether comparisons report their relations. */
    public static boolean relating;

    /** The operation of which a mutant is switched on. */
    public static int on = -1;
    /** Which of its mutants. */
    public static int slot;

    private static boolean[] ran = {};
    private static final OtherThreads OTHERS = new OtherThreads();
    /** By operation: whether it is a comparison. */
    private static boolean[] related = {};
    /** By predicate: its comparison, or -1. */
    private static int[] operationOf = {};

    /** Per operator: whether it holds for less (1), equal (2), greater (4). */
    private static final int[] HOLDS = {1, 3, 4, 6, 2, 5};

    private Mutants() {}

    /** Makes room; {@code comparisons} gives by predicate the operation that it is, or -1. */
    public static void prepare(int operations, int[] comparisons) {
        relating = false;
        on = -1;
        int room = Math.max(operations, ran.length);
        touched = new int[room];
        infected = new byte[room];
        relations = new double[room * 3];
        related = new boolean[room];
        ran = new boolean[room];
        touchedCount = 0;
        operationOf = comparisons;
        for (int operation : comparisons) {
            if (operation >= 0) {
                relating = true;
                related[operation] = true;
            }
        }
    }

    /** Whether the operation is a comparison. */
    public static boolean isRelation(int operation) {
        return related[operation];
    }

    /** Brings in what other threads than the test's ran. */
    public static void end() {
        if (!OTHERS.isEmpty()) {
            touched = OTHERS.behind(touched, Math.min(touchedCount, touched.length));
            touchedCount = OTHERS.end();
        }
    }

    /** Clears what the last run touched; this mutant is switched on, -1 for none. */
    public static void begin(int mutant) {
        end();
        for (int i = Math.min(touchedCount, touched.length) - 1; i >= 0; i--) {
            int id = touched[i];
            ran[id] = false;
            infected[id] = 0;
        }
        touchedCount = 0;
        on = mutant < 0 ? -1 : mutant >> 3;
        slot = mutant & 7;
    }

    /** Notes that the operation runs; gives those of these slots whose mutants were not infected yet. */
    public static int open(int operation, int slots) {
        byte[] seen = infected;
        if (!Recorder.armed() || operation >= seen.length || operation >= ran.length) {
            return 0;
        }
        touch(operation);
        return slots & ~seen[operation];
    }

    private static boolean touch(int operation) {
        if (ran[operation]) {
            return false;
        }
        int n = touchedCount;
        if (!Recorder.isRunner()) {
            OTHERS.note(operation);
        } else if (n < touched.length) {
            touched[n] = operation;
            touchedCount = n + 1;
        }
        ran[operation] = true;
        return true;
    }

    /** Notes that the mutants in these slots computed another value. */
    public static void infect(int operation, int slots) {
        byte[] seen = infected;
        if (operation < seen.length) {
            seen[operation] |= (byte) slots;
        }
    }

    /** Notes that the operation runs, and that all its mutants in these slots always compute another value. */
    public static void infectOpen(int operation, int slots) {
        int open = open(operation, slots);
        if (open != 0) {
            infect(operation, open);
        }
    }

    /** Whether the mutant that is switched on changes this operation. */
    public static boolean isOn(int operation) {
        return operation == on;
    }

    /**
     * Notes how a predicate's operands relate; gives what the predicate is, or what the mutant that is switched on
     * makes of it. Where one is not a number ({@code gap} is none either) they do not relate: no mutant changes that,
     * for what one of them implies of another holds of operands that are less, equal or greater.
     */
    public static boolean relate(int predicate, int operator, boolean result, double gap) {
        int[] operations = operationOf;
        int operation = predicate < operations.length ? operations[predicate] : -1;
        if (operation < 0 || !Recorder.armed() || operation >= ran.length || gap != gap) {
            return result;
        }
        int relation = gap < 0 ? 0 : gap == 0 ? 1 : 2;
        double[] least = relations;
        int at = operation * 3;
        if (touch(operation)) {
            least[at] = Distances.FAR;
            least[at + 1] = Distances.FAR;
            least[at + 2] = Distances.FAR;
        }
        if (least[at + relation] != 0) {
            least[at + relation] = 0;
            int telling = 0;
            for (int other = 0; other < HOLDS.length; other++) {
                if (((HOLDS[other] ^ HOLDS[operator]) >> relation & 1) != 0) {
                    telling |= 1 << other;
                }
            }
            infected[operation] |= (byte) telling;
        }
        double size = Math.abs(gap);
        nearer(least, at, relation == 0 ? 0 : size + 1);
        nearer(least, at + 1, size);
        nearer(least, at + 2, relation == 2 ? 0 : size + 1);
        return operation == on && slot < HOLDS.length ? (HOLDS[slot] >> relation & 1) != 0 : result;
    }

    private static void nearer(double[] least, int at, double distance) {
        if (distance < least[at]) {
            least[at] = distance;
        }
    }
}
