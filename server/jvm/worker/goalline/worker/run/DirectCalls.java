package goalline.worker.run;

import goalline.probe.Callers;
import goalline.probe.Direct;
import goalline.worker.wire.Output;

import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The calls that a test itself made in one run, with what they returned; calls nothing of the user's. */
public final class DirectCalls implements Callers.Listener {
    private static final int THREW = 0;
    private static final int FALSE = 1;
    private static final int TRUE = 2;
    private static final int NUMBER = 3;
    private static final int CHARACTER = 4;
    private static final int NULL = 5;
    private static final int SIZED = 6;
    private static final int CONSTANT = 7;
    private static final int OTHER = 8;

    /** Whether any criterion asks for them. */
    public boolean wanted;
    private int count;
    private int[] methods = new int[16];
    private int[] kinds = new int[16];
    private double[] values = new double[16];
    /** What the user's tests did is kept once. */
    private final Set<List<Number>> known = new HashSet<>();

    public void begin() {
        count = 0;
        known.clear();
        Direct.begin();
        Callers.begin();
    }

    /** A call ended; it counts if it got into the method. */
    public void ended(int method, boolean returned, Object value, boolean givesValue) {
        if (Direct.finish()) {
            add(method, returned, value, givesValue);
        }
    }

    @Override
    public synchronized void entered(int method) {
        if (known.add(List.of(method, THREW, 0))) {
            add(method, false, null, false);
        }
    }

    @Override
    public synchronized void returned(int method, Object value, boolean givesValue) {
        add(method, true, value, givesValue);
        int last = count - 1;
        if (!known.add(List.of(method, kinds[last], values[last]))) {
            count--;
        }
    }

    private void add(int method, boolean returned, Object value, boolean givesValue) {
        if (count == methods.length) {
            methods = Arrays.copyOf(methods, count * 2);
            kinds = Arrays.copyOf(kinds, count * 2);
            values = Arrays.copyOf(values, count * 2);
        }
        methods[count] = method;
        values[count] = 0;
        kinds[count] = !returned ? THREW : givesValue ? kind(value, count) : OTHER;
        count++;
    }

    private int kind(Object value, int at) {
        if (value == null) {
            return NULL;
        }
        if (value instanceof Boolean) {
            return (Boolean) value ? TRUE : FALSE;
        }
        if (value instanceof Character) {
            values[at] = (Character) value;
            return CHARACTER;
        }
        if (value instanceof Number && value.getClass().getName().startsWith("java.lang.")) {
            values[at] = ((Number) value).doubleValue();
            return NUMBER;
        }
        if (value instanceof Enum) {
            values[at] = ((Enum<?>) value).ordinal();
            return CONSTANT;
        }
        int size = size(value);
        values[at] = size;
        return size < 0 ? OTHER : SIZED;
    }

    /** The length or size of what the JDK itself can measure, else -1. */
    private static int size(Object value) {
        Class<?> type = value.getClass();
        if (type.isArray()) {
            return Array.getLength(value);
        }
        if (!type.getName().startsWith("java.")) {
            return -1;
        }
        try {
            if (value instanceof CharSequence) {
                return ((CharSequence) value).length();
            }
            if (value instanceof java.util.Collection) {
                return ((java.util.Collection<?>) value).size();
            }
            return value instanceof java.util.Map ? ((java.util.Map<?, ?>) value).size() : -1;
        } catch (Throwable fromAWrappedOne) {
            return -1;
        }
    }

    public void write(Output output) {
        output.varint(count);
        for (int i = 0; i < count; i++) {
            output.varint(methods[i]);
            output.u8(kinds[i]);
            if (kinds[i] == NUMBER) {
                output.f64(values[i]);
            } else if (kinds[i] == CHARACTER || kinds[i] == SIZED || kinds[i] == CONSTANT) {
                output.varint((long) values[i]);
            }
        }
    }
}
