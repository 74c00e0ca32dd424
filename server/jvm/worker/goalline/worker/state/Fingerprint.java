package goalline.worker.state;

import java.io.File;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.net.URL;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.text.DecimalFormat;
import java.text.MessageFormat;
import java.text.SimpleDateFormat;
import java.util.Collection;
import java.util.Currency;
import java.util.IdentityHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TimeZone;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;

/**
 * A number for all that can be reached from objects: equal where it is the same in two class loaders. Runs no code of
 * the project: it reads fields, and goes through containers of the JDK, whose classes it knows. Views of the JDK are
 * none of these: what stands behind them may be the project's.
 */
final class Fingerprint {
    /** Something was met of which nobody can tell whether it changed. */
    static final class Opaque extends Exception {
        private static final long serialVersionUID = 1;

        Opaque() {
            super(null, null, false, false);
        }
    }

    /** Objects, elements and letters that are looked at, at most: more would take longer than new classes. */
    private static final int MOST = 20_000;

    private static final int DEEPEST = 60;

    /** Values that never change, and say in text all that they are. */
    private static final Set<Class<?>> VALUES = Set.of(
            Boolean.class, Byte.class, Short.class, Character.class, Integer.class, Long.class, Float.class,
            Double.class, BigInteger.class, BigDecimal.class, Locale.class, UUID.class, URI.class, Currency.class);

    /** Containers whose order is theirs, by the names of their classes. */
    private static final Set<String> ORDERED = Set.of(
            "java.util.ArrayList", "java.util.LinkedList", "java.util.ArrayDeque", "java.util.Vector",
            "java.util.LinkedHashMap", "java.util.LinkedHashSet", "java.util.TreeMap", "java.util.TreeSet",
            "java.util.Arrays$ArrayList", "java.util.ImmutableCollections$ListN", "java.util.ImmutableCollections$List12",
            "java.util.EnumMap", "java.util.RegularEnumSet", "java.util.JumboEnumSet",
            "java.util.concurrent.CopyOnWriteArrayList", "java.util.Collections$EmptyList",
            "java.util.Collections$SingletonList");

    /** Containers whose order is nobody's. */
    private static final Set<String> UNORDERED = Set.of(
            "java.util.HashMap", "java.util.HashSet", "java.util.concurrent.ConcurrentHashMap",
            "java.util.ImmutableCollections$Map1", "java.util.ImmutableCollections$MapN",
            "java.util.ImmutableCollections$Set12", "java.util.ImmutableCollections$SetN",
            "java.util.Collections$EmptyMap", "java.util.Collections$EmptySet",
            "java.util.Collections$SingletonMap", "java.util.Collections$SingletonSet", "java.util.Properties");

    /**
     * What is asked of these is answered alike, whatever was asked before, or by chance: what they keep is the
     * libraries' own.
     */
    private static final String[] SETTLED = {
        "ch.qos.logback.", "java.util.logging.", "org.apache.commons.logging.", "org.apache.log4j.",
        "org.apache.logging.", "org.slf4j.",
        "com.fasterxml.jackson.databind.ObjectReader", "com.fasterxml.jackson.databind.ObjectWriter",
        "com.google.common.base.Joiner", "com.google.common.base.Splitter", "com.google.gson.Gson",
        "java.security.SecureRandom", "org.apache.commons.lang3.time.FastDateFormat",
        "org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder",
    };

    private final Map<Object, Integer> visited = new IdentityHashMap<>();
    private long hash = 0xcbf29ce484222325L;
    private int left;

    private Fingerprint(int left) {
        this.left = left;
    }

    /** Of what the static fields of a class hold, which is initialised. */
    static long ofStatics(Class<?> type) throws Opaque {
        Fingerprint print = new Fingerprint(MOST);
        print.fields(type, null, 0);
        return print.hash;
    }

    /** Whether the class has a static field that may hold another value than at first, or what may change. */
    static boolean isHolder(Class<?> type) {
        for (Field field : type.getDeclaredFields()) {
            boolean isValue = field.getType().isPrimitive() || field.getType() == String.class;
            boolean isConstant = isValue && Modifier.isFinal(field.getModifiers());
            if (Modifier.isStatic(field.getModifiers()) && !isConstant) {
                return true;
            }
        }
        return false;
    }

    private void mix(long value) {
        hash = (hash ^ value) * 0x100000001b3L;
        hash ^= hash >>> 29;
    }

    private void mix(CharSequence text) throws Opaque {
        spend(text.length());
        mix(text.length());
        for (int i = 0; i < text.length(); i++) {
            mix(text.charAt(i));
        }
    }

    private void spend(int objects) throws Opaque {
        left -= objects;
        if (left < 0) {
            throw new Opaque();
        }
    }

    /** The static fields of the class where there is no object, else those of the object that the class declares. */
    private void fields(Class<?> type, Object object, int depth) throws Opaque {
        try {
            for (Field field : type.getDeclaredFields()) {
                if (Modifier.isStatic(field.getModifiers()) == (object == null)) {
                    field.setAccessible(true);
                    mix(field.getName());
                    visit(field.get(object), depth + 1);
                }
            }
        } catch (ReflectiveOperationException | RuntimeException | LinkageError unreadable) {
            throw new Opaque();
        }
    }

    private void visit(Object object, int depth) throws Opaque {
        spend(1);
        if (object == null) {
            mix(0);
            return;
        }
        Class<?> type = object.getClass();
        if (object instanceof String) {
            mix((String) object);
        } else if (VALUES.contains(type) || object instanceof Charset || type.getName().startsWith("java.time.")) {
            mix(type.getName());
            mix(object.toString());
        } else if (object instanceof Class) {
            mix(((Class<?>) object).getName());
        } else if (object instanceof TimeZone && type.getClassLoader() == null) {
            mix(((TimeZone) object).getID());
        } else if (isNamed(object, type)) {
            mix(object.toString());
        } else if (format(object) != null) {
            mix(format(object));
        } else if (isSettled(type)) {
            mix(1);
        } else if (visited.containsKey(object)) {
            mix(visited.get(object));
        } else if (depth > DEEPEST) {
            throw new Opaque();
        } else {
            visited.put(object, visited.size());
            mix(type.getName());
            parts(object, type, depth);
        }
    }

    /** Whether its text is all that it is: a place, or something of a class. */
    private static boolean isNamed(Object object, Class<?> type) {
        boolean isPlace = type == URL.class || type == File.class || object instanceof Path;
        boolean isOfClass = object instanceof Type || object instanceof AccessibleObject;
        return (isPlace || isOfClass) && type.getClassLoader() == null || isOfGson(type);
    }

    /** Types as Gson reads them off: {@code new TypeToken<List<Owner>>() { }.getType()}. */
    private static boolean isOfGson(Class<?> type) {
        return type.getName().startsWith("com.google.gson.internal.$Gson$Types$");
    }

    /** How a format of the JDK writes; null of anything else. */
    private static String format(Object object) {
        if (object.getClass() == SimpleDateFormat.class) {
            SimpleDateFormat format = (SimpleDateFormat) object;
            return format.toPattern() + " " + format.getTimeZone().getID() + " " + format.isLenient() + " "
                    + format.getDateFormatSymbols().hashCode();
        }
        if (object.getClass() == DecimalFormat.class) {
            DecimalFormat format = (DecimalFormat) object;
            return format.toPattern() + " " + format.getRoundingMode() + " " + format.isParseBigDecimal() + " "
                    + format.isParseIntegerOnly() + " " + format.getDecimalFormatSymbols().getDecimalSeparator()
                    + format.getDecimalFormatSymbols().getGroupingSeparator();
        }
        return object.getClass() == MessageFormat.class ? ((MessageFormat) object).toPattern() : null;
    }

    private static boolean isSettled(Class<?> type) {
        for (String settled : SETTLED) {
            boolean isPackage = settled.endsWith(".");
            if (isPackage ? type.getName().startsWith(settled) : type.getName().equals(settled)) {
                return true;
            }
        }
        return false;
    }

    private void parts(Object object, Class<?> type, int depth) throws Opaque {
        if (type == Object.class) {
            return;
        }
        if (type.isArray()) {
            array(object, depth);
        } else if (ORDERED.contains(type.getName())) {
            ordered(object, depth);
        } else if (UNORDERED.contains(type.getName())) {
            unordered(object, depth);
        } else if (type == Pattern.class) {
            mix(((Pattern) object).pattern());
            mix(((Pattern) object).flags());
        } else if (type == Optional.class) {
            visit(((Optional<?>) object).orElse(null), depth + 1);
        } else if (type == AtomicInteger.class || type == AtomicLong.class) {
            mix(((Number) object).longValue());
        } else if (type == AtomicBoolean.class) {
            mix(((AtomicBoolean) object).get() ? 1 : 0);
        } else if (type == AtomicReference.class) {
            visit(((AtomicReference<?>) object).get(), depth + 1);
        } else {
            own(object, type, depth);
        }
    }

    /** An object of the project: its fields, up to a class that has none that matter. */
    private void own(Object object, Class<?> type, int depth) throws Opaque {
        Class<?> at = type;
        while (StaticState.isOfProject(at)) {
            fields(at, object, depth);
            at = at.getSuperclass();
        }
        if (at == Enum.class) {
            mix(((Enum<?>) object).name());
        } else if (at != Object.class && !"java.lang.Record".equals(at.getName())) {
            throw new Opaque();
        }
    }

    private void array(Object array, int depth) throws Opaque {
        int length = java.lang.reflect.Array.getLength(array);
        spend(length);
        mix(length);
        for (int i = 0; i < length; i++) {
            visit(java.lang.reflect.Array.get(array, i), depth + 1);
        }
    }

    private void ordered(Object container, int depth) throws Opaque {
        if (container instanceof Map) {
            for (Map.Entry<?, ?> entry : ((Map<?, ?>) container).entrySet()) {
                visit(entry.getKey(), depth + 1);
                visit(entry.getValue(), depth + 1);
            }
        } else {
            for (Object element : (Collection<?>) container) {
                visit(element, depth + 1);
            }
        }
    }

    private void unordered(Object container, int depth) throws Opaque {
        long sum = 0;
        if (container instanceof Map) {
            for (Map.Entry<?, ?> entry : ((Map<?, ?>) container).entrySet()) {
                sum += byItself(depth, entry.getKey(), entry.getValue());
            }
            mix(((Map<?, ?>) container).size());
        } else {
            for (Object element : (Collection<?>) container) {
                sum += byItself(depth, element);
            }
            mix(((Collection<?>) container).size());
        }
        mix(sum);
    }

    private long byItself(int depth, Object... parts) throws Opaque {
        Fingerprint print = new Fingerprint(left);
        for (Object part : parts) {
            print.visit(part, depth + 1);
        }
        left = print.left;
        return print.hash;
    }
}
