package goalline.worker.describe;

import goalline.worker.classes.ClassFile;
import goalline.worker.classes.ProjectLoader;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What class files say beyond reflection: annotations with their own annotations, constants, fields that are set,
 * holders.
 */
final class Annotations {
    private static final ClassFile NOTHING = null;

    /** Class files that are read in search of static holders. */
    private static final int MOST_READ = 64;

    private final ProjectLoader loader;
    private final Map<String, TreeSet<String>> ofTypes = new HashMap<>();

    Annotations(ProjectLoader loader) {
        this.loader = loader;
    }

    /** The class file; null where there is none to read. */
    ClassFile read(String name) {
        try (InputStream bytes = loader.getResourceAsStream(name.replace('.', '/') + ".class")) {
            return bytes == null ? NOTHING : ClassFile.parseWhole(bytes.readAllBytes());
        } catch (IOException | RuntimeException unreadable) {
            return NOTHING;
        }
    }

    /** What the classes whose static members a class uses say about it. */
    static final class Neighbours {
        /** Classes in whose static fields others leave something. */
        final TreeSet<String> holders = new TreeSet<>();
        /** What neighbours cast to that use such holders. */
        final TreeSet<String> casts = new TreeSet<>();
        /** What the constants of enums are made with: the class compares what it is given with these. */
        final TreeSet<String> texts = new TreeSet<>();
    }

    /** Reads the classes whose static members this class uses, and those that its neighbours among these use. */
    Neighbours neighbours(String name, ClassFile file) {
        Neighbours found = new Neighbours();
        TreeSet<String> known = new TreeSet<>();
        List<ClassFile> between = new ArrayList<>();
        Deque<String> open = new ArrayDeque<>(file.statics);
        while (!open.isEmpty() && known.size() < MOST_READ) {
            String next = open.poll();
            if (next.startsWith("java.") || next.startsWith("[") || !known.add(next)) {
                continue;
            }
            ClassFile used = read(next);
            if (used == NOTHING) {
                continue;
            }
            if (used.isHolder()) {
                found.holders.add(next);
            }
            if (neighbourhood(next).equals(neighbourhood(name))) {
                open.addAll(used.statics);
                between.add(used);
                found.texts.addAll(used.isEnum() ? used.initialTexts : Set.of());
            }
        }
        for (ClassFile used : between) {
            if (used.statics.stream().anyMatch(found.holders::contains)) {
                found.casts.addAll(used.casts);
            }
        }
        return found;
    }

    /** The first two parts of the package, by which projects are told apart. */
    private static String neighbourhood(String name) {
        int first = name.indexOf('.');
        int second = first < 0 ? -1 : name.indexOf('.', first + 1);
        return second < 0 ? name.substring(0, Math.max(first, 0)) : name.substring(0, second);
    }

    /** These annotations and, in turn, theirs, by name. */
    List<String> closed(TreeSet<String> direct) {
        TreeSet<String> found = new TreeSet<>();
        if (direct == null) {
            return List.of();
        }
        Deque<String> open = new ArrayDeque<>(direct);
        while (!open.isEmpty()) {
            String name = open.poll();
            if (!name.startsWith("java.lang.") && found.add(name)) {
                open.addAll(ofTypes.computeIfAbsent(name, this::ofType));
            }
        }
        return List.copyOf(found);
    }

    private TreeSet<String> ofType(String name) {
        ClassFile file = read(name);
        return file == NOTHING ? new TreeSet<>() : file.annotations.getOrDefault("", new TreeSet<>());
    }
}
