package goalline.worker.describe;

import goalline.worker.classes.ClassFile;
import goalline.worker.classes.ProjectLoader;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** What class files say beyond reflection: annotations with their own annotations, constants, fields that are set. */
final class Annotations {
    private static final ClassFile NOTHING = null;

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
