package goalline.worker.mocks;

import java.time.Duration;
import java.time.Period;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** What a mock gives where nothing was said: what Mockito's {@code RETURNS_DEFAULTS} gives, by the declared type. */
final class Defaults {
    private static final Map<String, Supplier<Object>> BY_TYPE = new HashMap<>();

    static {
        put("Z", () -> false, "java.lang.Boolean");
        put("C", () -> (char) 0, "java.lang.Character");
        put("B", () -> (byte) 0, "java.lang.Byte");
        put("S", () -> (short) 0, "java.lang.Short");
        put("I", () -> 0, "java.lang.Integer");
        put("J", () -> 0L, "java.lang.Long");
        put("F", () -> 0F, "java.lang.Float");
        put("D", () -> 0D, "java.lang.Double");
        Supplier<Object> lists = ArrayList::new;
        put(null, lists, "java.lang.Iterable", "java.util.List", "java.util.ArrayList");
        put(null, LinkedList::new, "java.util.Collection", "java.util.LinkedList");
        put(null, HashSet::new, "java.util.Set", "java.util.HashSet");
        put(null, TreeSet::new, "java.util.SortedSet", "java.util.TreeSet", "java.util.NavigableSet");
        put(null, LinkedHashSet::new, "java.util.LinkedHashSet");
        put(null, HashMap::new, "java.util.Map", "java.util.HashMap");
        put(null, TreeMap::new, "java.util.SortedMap", "java.util.TreeMap", "java.util.NavigableMap");
        put(null, LinkedHashMap::new, "java.util.LinkedHashMap");
        put(null, Optional::empty, "java.util.Optional");
        put(null, OptionalInt::empty, "java.util.OptionalInt");
        put(null, OptionalLong::empty, "java.util.OptionalLong");
        put(null, OptionalDouble::empty, "java.util.OptionalDouble");
        put(null, Stream::empty, "java.util.stream.Stream");
        put(null, IntStream::empty, "java.util.stream.IntStream");
        put(null, LongStream::empty, "java.util.stream.LongStream");
        put(null, DoubleStream::empty, "java.util.stream.DoubleStream");
        put(null, () -> Duration.ZERO, "java.time.Duration");
        put(null, () -> Period.ZERO, "java.time.Period");
    }

    private Defaults() {}

    private static void put(String primitive, Supplier<Object> value, String... names) {
        if (primitive != null) {
            BY_TYPE.put(primitive, value);
        }
        for (String name : names) {
            BY_TYPE.put("L" + name.replace('.', '/') + ";", value);
        }
    }

    /** By the key of a method: its name and descriptor. */
    static Object of(String key) {
        Supplier<Object> known = BY_TYPE.get(key.substring(key.indexOf(')') + 1));
        return known == null ? null : known.get();
    }
}
