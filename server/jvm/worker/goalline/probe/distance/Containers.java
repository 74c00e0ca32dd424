package goalline.probe.distance;

import java.util.Collection;
import java.util.Iterator;
import java.util.Map;

/** Takes collections and maps of the JDK, gives how far they are from holding an element or nothing at all. */
public final class Containers {
    private static final int ELEMENTS = 64;

    /** Whether a class is a container of the JDK that wraps nobody else's: reading it runs none of the user's code. */
    private static final ClassValue<Boolean> PLAIN = new ClassValue<Boolean>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            String name = type.getName();
            boolean wraps = name.contains("$Unmodifiable") || name.contains("$Synchronized") || name.contains("$Checked")
                    || name.contains("SubList") || name.contains("$SetFromMap") || name.contains("$AsLIFOQueue")
                    || name.contains("AbstractMap$") || name.contains("Reverse");
            return type.getClassLoader() == null && name.startsWith("java.util.") && !wraps;
        }
    };

    private Containers() {}

    public static boolean isPlain(Object container) {
        return container != null && PLAIN.get(container.getClass());
    }

    /** The number of elements, or 1 where asking would run the user's code. */
    public static double size(Object container) {
        if (Texts.isText(container)) {
            return ((CharSequence) container).length();
        }
        if (container instanceof Collection && isPlain(container)) {
            return ((Collection<?>) container).size();
        }
        return container instanceof Map && isPlain(container) ? ((Map<?, ?>) container).size() : 1;
    }

    /** 1 for an empty container, below 1 for one with an element near the wanted one. */
    public static double element(Object container, Object wanted) {
        return container instanceof Collection && isPlain(container) ? nearest((Collection<?>) container, wanted) : 1;
    }

    public static double key(Object map, Object wanted) {
        return map instanceof Map && isPlain(map) ? nearest(((Map<?, ?>) map).keySet(), wanted) : 1;
    }

    public static double value(Object map, Object wanted) {
        return map instanceof Map && isPlain(map) ? nearest(((Map<?, ?>) map).values(), wanted) : 1;
    }

    private static double nearest(Collection<?> elements, Object wanted) {
        double least = 1;
        Iterator<?> each = elements.iterator();
        for (int i = 0; i < ELEMENTS && each.hasNext(); i++) {
            least = Math.min(least, Distances.normal(Distances.equality(each.next(), wanted)));
        }
        return least;
    }
}
