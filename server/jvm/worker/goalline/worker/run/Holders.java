package goalline.worker.run;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.util.LinkedHashMap;
import java.util.Map;

/** Static fields that tests set for their own time: sets them, and puts back what was there; runs no code of theirs. */
public final class Holders {
    private static final MethodHandle SET;

    static {
        try {
            MethodType type = MethodType.methodType(void.class, Field.class, Object.class);
            SET = MethodHandles.lookup().findVirtual(Holders.class, "set", type);
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** The values before the test. */
    private final Map<Field, Object> before = new LinkedHashMap<>();

    /** Takes a value and puts it into the field. */
    MethodHandle setter(Field field) {
        field.setAccessible(true);
        return MethodHandles.insertArguments(SET.bindTo(this), 0, field);
    }

    private void set(Field field, Object value) throws IllegalAccessException {
        synchronized (before) {
            if (!before.containsKey(field)) {
                before.put(field, field.get(null));
            }
            field.set(null, value);
        }
    }

    /** Puts back what was there. */
    void release() {
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
