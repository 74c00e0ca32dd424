package goalline.worker.classes;

import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Which static methods put something down for the current thread or for everybody, and which ones take it away again:
 * by their names alone. The same is said of described classes where a test is made.
 */
public final class HolderMethods {
    private static final List<String> TAKES_AWAY = List.of("clear", "reset", "remove", "unset", "unload", "clean");

    private HolderMethods() {}

    /**
     * The name of the method that takes away what the setter put down, of those static ones without parameters and
     * without a result that are there; null where there is none.
     */
    public static String clearing(String setter, Predicate<String> isThere) {
        if (!setter.startsWith("set") || setter.length() == 3) {
            return null;
        }
        for (String ending : List.of(setter.substring(3), "")) {
            for (String verb : TAKES_AWAY) {
                if (isThere.test(verb + ending)) {
                    return verb + ending;
                }
            }
        }
        return null;
    }

    /** Whether a class with these static methods (names with their descriptors) holds something in this way. */
    static boolean isHolder(Set<String> statics) {
        return statics.stream().anyMatch(method -> isSetter(method, statics));
    }

    private static boolean isSetter(String method, Set<String> statics) {
        int parameters = method.indexOf('(');
        int end = method.length() - 2;
        if (!method.startsWith("set") || !method.endsWith(")V") || end == parameters + 1) {
            return false;
        }
        String name = method.substring(0, parameters);
        String getter = "get" + name.substring(3) + "()" + method.substring(parameters + 1, end);
        return statics.contains(getter) && clearing(name, it -> statics.contains(it + "()V")) != null;
    }
}
