package goalline.worker.classes;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.FileVisitor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;

/**
 * Classes that the user's own build made and that are still what it would make: each is newer than its source, and
 * nothing that it names, however far away, is not. What a build made of an older text, or could not compile, counts for
 * nothing; compiles nothing itself.
 */
public final class BuiltClasses {
    public static final BuiltClasses NONE = new BuiltClasses(List.of(), List.of());

    /** Bytes of a class file, at most. */
    private static final long LARGEST = 16 << 20;

    /** What a compiler that goes on after errors puts where code should be. */
    private static final byte[] BROKEN = "Unresolved compilation".getBytes(StandardCharsets.US_ASCII);

    /** What JaCoCo leaves in classes that it has changed on disk until a later step of the build. */
    private static final byte[] MEASURED = "org/jacoco/agent/rt/".getBytes(StandardCharsets.US_ASCII);

    /** Versions of class files begin with that of Java 1.0. */
    private static final int FIRST_VERSION = 44;

    /** A class file. */
    private static final class Built {
        public final Path file;
        public final long modified;
        public final byte[] bytes;
        /** The path of its source; that of the class file where a processor made the source. */
        private String source;
        private ClassStore.Stored stored;
        private ClassFile parsed;

        public Built(Path file, long modified, byte[] bytes) {
            this.file = file;
            this.modified = modified;
            this.bytes = bytes;
        }
    }

    /** A file of the source roots. */
    private static final class Source {
        public final long modified;
        public final long size;
        public final String mainClass;

        public Source(long modified, long size, String mainClass) {
            this.modified = modified;
            this.size = size;
            this.mainClass = mainClass;
        }
    }

    private final List<Path> folders;
    private final List<Path> roots;
    private final Map<Path, Built> read = new HashMap<>();
    private Map<String, Built> classes = new TreeMap<>();
    private Map<String, Source> sources = new HashMap<>();
    private final Map<String, TreeSet<String>> packages = new HashMap<>();
    /** Sources whose classes can be used. */
    private final Set<String> made = new TreeSet<>();
    /** Classes that look different to others than the built ones do, for a text was compiled that is not on disk. */
    private final Set<String> changed = new TreeSet<>();
    private boolean isRead;

    public BuiltClasses(List<Path> folders, List<Path> roots) {
        this.folders = folders;
        this.roots = roots;
    }

    /** The class as it was built; none where it is not to be used. */
    public synchronized ClassStore.Stored find(String name) {
        readOnce();
        Built built = classes.get(name);
        if (built == null) {
            return null;
        }
        if (built.stored == null) {
            Source source = sources.get(built.source);
            // What has no source on disk never counts as changed: who it was made of brings it anew.
            built.stored = source == null
                    ? new ClassStore.Stored(name, built.bytes, built.source, 0, -1)
                    : new ClassStore.Stored(name, built.bytes, built.source, source.modified, source.size);
        }
        return built.stored;
    }

    /**
     * What the build's class names and the class that was compiled of the same source does not, the JDK and its own
     * nest left out: it changed the class afterwards (aspects, proxies made by a plugin).
     */
    public synchronized Set<String> namedBeside(ClassStore.Stored compiled) {
        Set<String> named = new TreeSet<>();
        ClassStore.Stored found = find(compiled.name);
        if (found != null) {
            named.addAll(found.parsed().mentions);
            named.removeAll(compiled.parsed().mentions);
            String nest = outermost(compiled.name);
            named.removeIf(name -> name.startsWith("java.") || outermost(name).equals(nest));
        }
        return named;
    }

    public synchronized Collection<String> namesIn(String packageName) {
        readOnce();
        return packages.getOrDefault(packageName, new TreeSet<>());
    }

    public synchronized Set<String> names() {
        readOnce();
        return classes.keySet();
    }

    /** Whether the classes of this source file are here. */
    public synchronized boolean isMade(String source) {
        readOnce();
        return made.contains(source);
    }

    /** Notes that these classes are not any more what the others were built against. */
    public synchronized void change(Collection<String> names) {
        changed.addAll(names);
    }

    /** Looks at all files again. */
    public synchronized void refresh() {
        isRead = true;
        classes = new TreeMap<>();
        sources = new HashMap<>();
        packages.clear();
        made.clear();
        if (folders.isEmpty()) {
            return;
        }
        for (Path root : roots) {
            walk(root, (file, about) -> note(root, file, about));
        }
        for (Path folder : folders) {
            walk(folder, (file, about) -> take(folder, file, about));
        }
        Map<String, TreeSet<String>> ofSource = bySource();
        Set<String> gone = notWhatWouldBeMade(ofSource);
        classes.values().removeIf(built -> gone.contains(built.source));
        classes.keySet().forEach(name -> packages
                .computeIfAbsent(ClassStore.packageOf(name), key -> new TreeSet<>())
                .add(name));
        classes.values().forEach(built -> made.add(built.source));
    }

    private void readOnce() {
        if (!isRead) {
            refresh();
        }
    }

    private static void walk(Path folder, BiConsumer<Path, BasicFileAttributes> each) {
        FileVisitor<Path> visitor = new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes about) {
                each.accept(file, about);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException unreadable) {
                return FileVisitResult.CONTINUE;
            }
        };
        try {
            Files.walkFileTree(folder, visitor);
        } catch (IOException unreadable) {
            // What was not seen is compiled.
            return;
        }
    }

    private static String className(Path folder, Path file, String ending) {
        String path = folder.relativize(file).toString();
        return path.substring(0, path.length() - ending.length()).replace(java.io.File.separatorChar, '.');
    }

    private void note(Path root, Path file, BasicFileAttributes about) {
        String name = file.getFileName().toString();
        if (name.endsWith(".java") && !name.equals("module-info.java") && !name.equals("package-info.java")) {
            String mainClass = className(root, file, ".java");
            sources.putIfAbsent(
                    file.toString(), new Source(about.lastModifiedTime().toMillis(), about.size(), mainClass));
        }
    }

    private void take(Path folder, Path file, BasicFileAttributes about) {
        String name = file.getFileName().toString();
        if (!name.endsWith(".class") || name.equals("module-info.class") || name.equals("package-info.class")) {
            return;
        }
        if (!about.isRegularFile() || about.size() > LARGEST) {
            // A pipe has no end, and no class is so long.
            return;
        }
        long modified = about.lastModifiedTime().toMillis();
        Built built = read.get(file);
        if (built == null || built.modified != modified) {
            try {
                built = new Built(file, modified, Files.readAllBytes(file));
            } catch (IOException gone) {
                return;
            }
            read.put(file, built);
        }
        built.stored = null;
        classes.putIfAbsent(className(folder, file, ".class"), built);
    }

    /** Finds the source of each class; gives the classes of each source. */
    private Map<String, TreeSet<String>> bySource() {
        Map<String, TreeSet<String>> found = new TreeMap<>();
        classes.forEach((name, built) -> {
            built.source = sourceOf(name, built);
            found.computeIfAbsent(built.source, key -> new TreeSet<>()).add(name);
        });
        return found;
    }

    private String sourceOf(String name, Built built) {
        String source = onDisk(outermost(name).replace('.', '/') + ".java");
        if (source == null) {
            String file = parsed(built).sourceFile;
            String folder = name.substring(0, name.lastIndexOf('.') + 1).replace('.', '/');
            source = file == null ? null : onDisk(folder + file);
        }
        return source == null ? built.file.toString() : source;
    }

    private static String outermost(String name) {
        int nested = name.indexOf('$', name.lastIndexOf('.') + 2);
        return nested < 0 ? name : name.substring(0, nested);
    }

    private String onDisk(String path) {
        for (Path root : roots) {
            String source = root.resolve(path).toString();
            if (sources.containsKey(source)) {
                return source;
            }
        }
        return null;
    }

    private static ClassFile parsed(Built built) {
        if (built.parsed == null) {
            built.parsed = ClassFile.parse(built.bytes);
        }
        return built.parsed;
    }

    /**
     * Sources whose classes are not what a build would make now: older than the text, broken, for a newer Java, and all
     * that names one of these. Values of constants are copied to where they are used, and no class says so: where such
     * a source has any, nothing is left.
     */
    private Set<String> notWhatWouldBeMade(Map<String, TreeSet<String>> ofSource) {
        Set<String> gone = new TreeSet<>();
        Set<String> names = new TreeSet<>(changed);
        sources.forEach((path, source) -> {
            Set<String> own = ofSource.getOrDefault(path, new TreeSet<>());
            boolean isOlder = own.stream().anyMatch(name -> classes.get(name).modified < source.modified);
            if (isOlder || own.isEmpty()) {
                gone.add(path);
                names.add(source.mainClass);
                names.addAll(own);
            }
        });
        classes.forEach((name, built) -> {
            if (isUnusable(built.bytes)) {
                gone.add(built.source);
                names.add(name);
            }
        });
        boolean hasConstants = names.stream()
                .filter(classes::containsKey)
                .anyMatch(name -> parsed(classes.get(name)).surface.stream().anyMatch(BuiltClasses::isConstant));
        if (hasConstants) {
            return ofSource.keySet();
        }
        if (!names.isEmpty()) {
            addUsers(names, gone, ofSource);
        }
        return gone;
    }

    private static boolean isConstant(String member) {
        return member.startsWith("field ") && member.contains("=");
    }

    /** Adds all sources with a class that names one of these, or one of those. */
    private void addUsers(Set<String> names, Set<String> gone, Map<String, TreeSet<String>> ofSource) {
        Map<String, TreeSet<String>> users = new HashMap<>();
        classes.forEach((name, built) -> parsed(built)
                .mentions
                .forEach(other -> users.computeIfAbsent(other, key -> new TreeSet<>()).add(name)));
        Deque<String> open = new ArrayDeque<>(names);
        Set<String> seen = new TreeSet<>(names);
        while (!open.isEmpty()) {
            for (String user : users.getOrDefault(open.poll(), new TreeSet<>())) {
                String source = classes.get(user).source;
                gone.add(source);
                for (String name : ofSource.get(source)) {
                    if (seen.add(name)) {
                        open.add(name);
                    }
                }
            }
        }
    }

    private static boolean isUnusable(byte[] bytes) {
        if (bytes.length < 10) {
            return true;
        }
        int version = (bytes[6] & 0xFF) << 8 | bytes[7] & 0xFF;
        return version > FIRST_VERSION + Runtime.version().feature()
                || contains(bytes, BROKEN)
                || contains(bytes, MEASURED);
    }

    private static boolean contains(byte[] bytes, byte[] part) {
        for (int i = 0; i + part.length <= bytes.length; i++) {
            if (bytes[i] == part[0] && Arrays.equals(bytes, i, i + part.length, part, 0, part.length)) {
                return true;
            }
        }
        return false;
    }
}
