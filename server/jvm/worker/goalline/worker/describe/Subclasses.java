package goalline.worker.describe;

import goalline.worker.classes.ClassStore;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** Knows which classes in memory extend or implement which; loads none of them. */
public final class Subclasses {
    private final Map<String, TreeSet<String>> direct = new TreeMap<>();

    public Subclasses(ClassStore store) {
        for (int set : new int[] {ClassStore.PLAIN, ClassStore.PROBED, ClassStore.SHARED}) {
            for (ClassStore.Stored stored : store.all(set)) {
                for (String parent : stored.parsed().supertypes) {
                    direct.computeIfAbsent(parent, name -> new TreeSet<>()).add(stored.name);
                }
            }
        }
    }

    /** All that a test could name, nearer or farther below the type, by name. */
    public List<String> of(Class<?> type) {
        if (type == Object.class) {
            return List.of();
        }
        TreeSet<String> found = new TreeSet<>();
        Deque<String> open = new ArrayDeque<>(List.of(type.getName()));
        while (!open.isEmpty()) {
            for (String name : direct.getOrDefault(open.poll(), new TreeSet<>())) {
                if (found.add(name)) {
                    open.add(name);
                }
            }
        }
        found.removeIf(Subclasses::isUnnamed);
        return List.copyOf(found);
    }

    /** Local and anonymous classes: a number after a dollar sign. */
    private static boolean isUnnamed(String name) {
        for (int i = name.indexOf('$'); i >= 0; i = name.indexOf('$', i + 1)) {
            if (i + 1 < name.length() && Character.isDigit(name.charAt(i + 1))) {
                return true;
            }
        }
        return false;
    }
}
