package goalline.worker.run;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Static fields and holders that tests fill for their own time: fills them, and puts back what was there, or has it
 * taken away.
 */
public final class Holders {
    private static final MethodHandle SET;
    private static final MethodHandle NOTE;

    static {
        try {
            MethodType type = MethodType.methodType(void.class, Field.class, Object.class);
            SET = MethodHandles.lookup().findVirtual(Holders.class, "set", type);
            MethodType ofHandle = MethodType.methodType(void.class, MethodHandle.class);
            NOTE = MethodHandles.lookup().findVirtual(Holders.class, "note", ofHandle);
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** The values before the test. */
    private final Map<Field, Object> before = new LinkedHashMap<>();
    /** What is to be called after the test, in the order of the thread that ran it. */
    private final Set<MethodHandle> clearing = new LinkedHashSet<>();

    /** Takes a value and puts it into the field. */
    MethodHandle setter(Field field) {
        field.setAccessible(true);
        return MethodHandles.insertArguments(SET.bindTo(this), 0, field);
    }

    /** Calls the setter, whose counterpart is called by {@link #clear}. */
    MethodHandle caller(MethodHandle setter, MethodHandle clear) {
        MethodHandle note = MethodHandles.insertArguments(NOTE.bindTo(this), 0, clear);
        return MethodHandles.foldArguments(setter, note);
    }

    private void note(MethodHandle clear) {
        synchronized (before) {
            clearing.add(clear);
        }
    }

    private void set(Field field, Object value) throws IllegalAccessException {
        synchronized (before) {
            if (!before.containsKey(field)) {
                before.put(field, field.get(null));
            }
            field.set(null, value);
        }
    }

    /** Has what was put down taken away: on the thread that put it down, as it may be of that thread alone. */
    void clear() {
        List<MethodHandle> called;
        synchronized (before) {
            called = List.copyOf(clearing);
            clearing.clear();
        }
        for (MethodHandle one : called) {
            try {
                one.invoke();
            } catch (Throwable ofTheirs) {
                // Whoever cannot take it away leaves it: the tests are checked in another JVM.
            }
        }
    }

    /** Puts back what was there. */
    void release() {
        clear();
        synchronized (before) {
            before.forEach((field, value) -> {
                try {
                    field.set(null, value);
                } catch (IllegalAccessException impossible) {
                    throw new IllegalStateException(impossible);
                }
            });
            before.clear();
        }
    }
}
