package goalline.worker.mocks;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The answers of one test double, by method name and descriptor. A method with several gives them in a row, one a call,
 * then the last one again and again, as Mockito does; one that is asked for an object of a class gives the first of it.
 */
public final class Answers {
    private final Map<String, Object> values = new HashMap<>(4);

    /** Several answers of one method. */
    private static final class Row {
        private final List<Object> all = new ArrayList<>();
        private int given;

        synchronized Object next() {
            return all.get(Math.min(given++, all.size() - 1));
        }
    }

    /** An answer that throws. */
    private static final class Thrower {
        final Throwable thrown;

        Thrower(Throwable thrown) {
            this.thrown = thrown;
        }
    }

    public void put(String method, String descriptor, Object value) {
        char type = descriptor.charAt(descriptor.indexOf(')') + 1);
        add(method + descriptor, widened(value, type));
    }

    /** Lets the method throw; what is no exception is no answer. */
    public void putThrown(String method, String descriptor, Object thrown) {
        if (thrown instanceof Throwable) {
            add(method + descriptor, new Thrower((Throwable) thrown));
        }
    }

    private void add(String key, Object value) {
        if (!values.containsKey(key)) {
            values.put(key, value);
            return;
        }
        Object before = values.get(key);
        Row row = before instanceof Row ? (Row) before : new Row();
        if (row != before) {
            row.all.add(before);
            values.put(key, row);
        }
        row.all.add(value);
    }

    /** The value as a return statement of a method with this primitive type gives it. */
    private static Object widened(Object value, char type) {
        Object from = value instanceof Character && type != 'C' ? Integer.valueOf((Character) value) : value;
        if (!(from instanceof Number)) {
            return value;
        }
        Number number = (Number) from;
        switch (type) {
            case 'S':
                return number.shortValue();
            case 'I':
                return number.intValue();
            case 'J':
                return number.longValue();
            case 'F':
                return number.floatValue();
            case 'D':
                return number.doubleValue();
            default:
                return value;
        }
    }

    /** Called by compiled subclasses. */
    public Object get(String key) {
        return give(key);
    }

    public boolean has(String key) {
        return values.containsKey(key);
    }

    /** Whether there is an answer to who asks for an object of this class. */
    boolean hasOf(Class<?> wanted, String key) {
        return placeOf(wanted, key) >= 0;
    }

    /** The first answer that is of the class, or what is thrown instead: other answers are for who asks for others. */
    Object giveOf(Class<?> wanted, String key) {
        return given(all(key).get(placeOf(wanted, key)));
    }

    private int placeOf(Class<?> wanted, String key) {
        List<Object> all = all(key);
        int thrower = -1;
        for (int i = 0; i < all.size(); i++) {
            if (wanted.isInstance(all.get(i))) {
                return i;
            }
            thrower = all.get(i) instanceof Thrower && thrower < 0 ? i : thrower;
        }
        return thrower;
    }

    private List<Object> all(String key) {
        Object value = values.get(key);
        return value instanceof Row ? ((Row) value).all : Collections.singletonList(value);
    }

    /** The value, or what is thrown instead. */
    public Object give(String key) {
        Object value = values.get(key);
        return given(value instanceof Row ? ((Row) value).next() : value);
    }

    private static Object given(Object value) {
        if (value instanceof Thrower) {
            Throwable thrown = ((Thrower) value).thrown;
            thrown.fillInStackTrace();
            throw Answers.<RuntimeException>unchecked(thrown);
        }
        return value;
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> T unchecked(Throwable thrown) throws T {
        throw (T) thrown;
    }
}
