package goalline.probe;

/**
 * Keeps the operands of the last observed call per predicate; the call itself stays in the source as it was written.
 */
public final class Slots {
    private static Object[] first = {};
    private static Object[] second = {};
    /**
     * Further operands of the call observed last; recursion may mix them up, which costs a distance, never an
     * outcome.
     */
    public static int third;
    public static int fourth;
    public static int fifth;

    private Slots() {}

    public static void prepare(int predicates) {
        first = new Object[predicates];
        second = new Object[predicates];
    }

    public static void clear(int id) {
        if (id < first.length && id < second.length) {
            first[id] = null;
            second[id] = null;
        }
    }

    public static void first(int id, Object value) {
        Object[] slots = first;
        if (Recorder.armed() && id < slots.length) {
            slots[id] = value;
        }
    }

    public static void second(int id, Object value) {
        Object[] slots = second;
        if (Recorder.armed() && id < slots.length) {
            slots[id] = value;
        }
    }

    public static Object first(int id) {
        Object[] slots = first;
        return id < slots.length ? slots[id] : null;
    }

    public static Object second(int id) {
        Object[] slots = second;
        return id < slots.length ? slots[id] : null;
    }
}
