package goalline.worker.compile;

import goalline.worker.classes.ClassStore;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;

/**
 * The compiler's view of files: classes in memory stand before the class path, sources that are already compiled and
 * module declarations are hidden, and everything written stays in memory.
 */
public final class MemoryFiles extends ForwardingJavaFileManager<StandardJavaFileManager>
        implements StandardJavaFileManager {
    /** A text to compile under the name of a file. */
    public static final class Unit extends SimpleJavaFileObject {
        public final String name;
        private final String text;

        public Unit(String name, String text) {
            super(Path.of(name).toUri(), Kind.SOURCE);
            this.name = name;
            this.text = text;
        }

        @Override
        public String getName() {
            return name;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }

        /** Whether its text is what the file has. */
        public boolean isOnDisk() {
            try {
                return Files.readString(Path.of(name)).equals(text);
            } catch (IOException unreadable) {
                return false;
            }
        }
    }

    /**
     * What a class or source in memory is called: a file that is nowhere. Processors ask for its path (old ones of
     * Lombok do), and there is none of a scheme of our own.
     */
    private static URI inMemory(String className, JavaFileObject.Kind kind) {
        return URI.create("file:///CLASS_OUTPUT/" + className.replace('.', '/') + kind.extension);
    }

    /** A class in memory. */
    private static final class StoredFile extends SimpleJavaFileObject {
        public final ClassStore.Stored stored;

        public StoredFile(ClassStore.Stored stored) {
            super(inMemory(stored.name, Kind.CLASS), Kind.CLASS);
            this.stored = stored;
        }

        @Override
        public InputStream openInputStream() {
            return new ByteArrayInputStream(stored.bytes);
        }

        @Override
        public long getLastModified() {
            return stored.modified;
        }
    }

    /** A class, source or resource that the compiler or a processor writes. */
    public static final class Written extends SimpleJavaFileObject {
        public final String className;
        public final FileObject sibling;
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        /** Where the build would have put the same file before it compiles; none where it would not. */
        private final Path original;

        private boolean isWritten;

        public Written(URI uri, String className, Kind kind, FileObject sibling) {
            this(uri, className, kind, sibling, null);
        }

        private Written(URI uri, String className, Kind kind, FileObject sibling, Path original) {
            super(uri, kind);
            this.className = className;
            this.sibling = sibling;
            this.original = original;
        }

        public byte[] content() {
            return bytes.toByteArray();
        }

        @Override
        public OutputStream openOutputStream() {
            isWritten = true;
            bytes.reset();
            return bytes;
        }

        /** Processors ask for files that may not be there, and count on being told so. */
        @Override
        public InputStream openInputStream() throws IOException {
            return new ByteArrayInputStream(read());
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) throws IOException {
            return new String(read(), StandardCharsets.UTF_8);
        }

        @Override
        public long getLastModified() {
            return isWritten || original == null ? 0 : original.toFile().lastModified();
        }

        private byte[] read() throws IOException {
            if (isWritten) {
                return content();
            }
            if (original == null) {
                throw new NoSuchFileException(toUri().getPath());
            }
            return Files.readAllBytes(original);
        }
    }

    private final ClassStore store;
    private int set;
    private Set<String> hiddenSources = Set.of();
    private final List<Written> written = new ArrayList<>();
    /** What processors write beside classes and sources, and what they asked for, by URI. */
    private final Map<URI, Written> resources = new HashMap<>();

    private final List<Path> resourceRoots;

    /** Files in the {@code resourceRoots} are what a build has copied to its output before it compiles. */
    public MemoryFiles(StandardJavaFileManager files, ClassStore store, List<Path> resourceRoots) {
        super(files);
        this.store = store;
        this.resourceRoots = resourceRoots;
    }

    /** Prepares for one compilation: which set is seen first, which source files are not seen. */
    public void begin(int set, Set<String> hiddenSources) {
        this.set = set;
        this.hiddenSources = hiddenSources;
        restart();
    }

    /** Prepares for the same compilation once more. */
    public void restart() {
        written.clear();
        resources.clear();
    }

    /** The classes written since {@link #begin}; not those that a processor only asked for a place for. */
    public List<Written> writtenClasses() {
        List<Written> classes = new ArrayList<>();
        for (Written file : written) {
            if (file.getKind() == JavaFileObject.Kind.CLASS && file.isWritten) {
                classes.add(file);
            }
        }
        return classes;
    }

    /**
     * The resources that processors put beside the classes since {@link #begin}, by their paths with a slash in front.
     */
    public Map<String, byte[]> writtenResources() {
        Map<String, byte[]> found = new TreeMap<>();
        String output = "/" + StandardLocation.CLASS_OUTPUT.getName();
        for (Written file : resources.values()) {
            String path = file.toUri().getPath();
            if (file.isWritten && path.startsWith(output + "/")) {
                found.put(path.substring(output.length()), file.content());
            }
        }
        return found;
    }

    @Override
    public Iterable<JavaFileObject> list(
            Location location, String packageName, Set<JavaFileObject.Kind> kinds, boolean recurse) throws IOException {
        Iterable<JavaFileObject> found = super.list(location, packageName, kinds, recurse);
        if (location == StandardLocation.CLASS_PATH
                && kinds.contains(JavaFileObject.Kind.CLASS)
                && store.hasPackage(packageName)) {
            List<JavaFileObject> all = new ArrayList<>();
            for (String name : store.namesIn(packageName)) {
                all.add(new StoredFile(store.findAny(set, name)));
            }
            found.forEach(all::add);
            return all;
        }
        if (location == StandardLocation.SOURCE_PATH) {
            List<JavaFileObject> visible = new ArrayList<>();
            for (JavaFileObject file : found) {
                boolean isModule = file.isNameCompatible("module-info", file.getKind());
                if (!isModule && !isHidden(pathOf(file)) && !isAnotherText(file)) {
                    visible.add(file);
                }
            }
            return visible;
        }
        return found;
    }

    /** Whether the class that the source declares was made of another source: one of several that a build compiles. */
    private boolean isAnotherText(JavaFileObject file) {
        String name = inferBinaryName(StandardLocation.SOURCE_PATH, file);
        ClassStore.Stored stored = name == null ? null : store.findAny(set, name);
        return stored != null && !stored.source.equals(pathOf(file)) && isHidden(stored.source);
    }

    /** Whether a source file is not seen. */
    public boolean isHidden(String path) {
        return hiddenSources.contains(path) || store.built().isMade(path);
    }

    /** The path of a file on disk, or the name of anything else. */
    public String pathOf(FileObject file) {
        if (file instanceof Unit || file instanceof StoredFile || file instanceof Written) {
            return file.getName();
        }
        try {
            return fileManager.asPath(file).toString();
        } catch (IllegalArgumentException | UnsupportedOperationException notOnDisk) {
            return file.getName();
        }
    }

    @Override
    public String inferBinaryName(Location location, JavaFileObject file) {
        if (file instanceof StoredFile) {
            return ((StoredFile) file).stored.name;
        }
        if (file instanceof Written) {
            return ((Written) file).className;
        }
        return file instanceof Unit ? null : super.inferBinaryName(location, file);
    }

    @Override
    public boolean isSameFile(FileObject a, FileObject b) {
        return a == b || a.toUri().equals(b.toUri());
    }

    @Override
    public boolean contains(Location location, FileObject file) throws IOException {
        if (file instanceof Unit || file instanceof StoredFile || file instanceof Written) {
            return location == StandardLocation.SOURCE_PATH || location == StandardLocation.CLASS_PATH;
        }
        return super.contains(location, file);
    }

    @Override
    public JavaFileObject getJavaFileForInput(Location location, String className, JavaFileObject.Kind kind)
            throws IOException {
        return className.equals("module-info") && location == StandardLocation.SOURCE_PATH
                ? null
                : super.getJavaFileForInput(location, className, kind);
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
            Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
        Written file = new Written(inMemory(className, kind), className, kind, sibling);
        written.add(file);
        return file;
    }

    @Override
    public FileObject getFileForOutput(Location location, String packageName, String name, FileObject sibling) {
        Path path = Path.of(packageName.replace('.', '/'), name);
        URI uri = Path.of("/", location.getName()).resolve(path).toUri();
        return resources.computeIfAbsent(uri, at -> new Written(
                at, name, JavaFileObject.Kind.OTHER, sibling,
                location == StandardLocation.CLASS_OUTPUT ? original(path) : null));
    }

    private Path original(Path path) {
        for (Path root : resourceRoots) {
            if (Files.isRegularFile(root.resolve(path))) {
                return root.resolve(path);
            }
        }
        return null;
    }

    @Override
    public JavaFileManager.Location getLocationForModule(Location location, JavaFileObject file) throws IOException {
        return file instanceof Unit || file instanceof StoredFile || file instanceof Written
                ? null
                : super.getLocationForModule(location, file);
    }

    @Override
    public Iterable<? extends JavaFileObject> getJavaFileObjectsFromFiles(Iterable<? extends File> files) {
        return fileManager.getJavaFileObjectsFromFiles(files);
    }

    @Override
    public Iterable<? extends JavaFileObject> getJavaFileObjects(File... files) {
        return fileManager.getJavaFileObjects(files);
    }

    @Override
    public Iterable<? extends JavaFileObject> getJavaFileObjectsFromStrings(Iterable<String> names) {
        return fileManager.getJavaFileObjectsFromStrings(names);
    }

    @Override
    public Iterable<? extends JavaFileObject> getJavaFileObjects(String... names) {
        return fileManager.getJavaFileObjects(names);
    }

    @Override
    public void setLocation(Location location, Iterable<? extends File> files) throws IOException {
        fileManager.setLocation(location, files);
    }

    @Override
    public void setLocationFromPaths(Location location, Collection<? extends Path> paths) throws IOException {
        fileManager.setLocationFromPaths(location, paths);
    }

    @Override
    public Iterable<? extends File> getLocation(Location location) {
        return fileManager.getLocation(location);
    }

    @Override
    public Iterable<? extends Path> getLocationAsPaths(Location location) {
        return fileManager.getLocationAsPaths(location);
    }

    @Override
    public Path asPath(FileObject file) {
        return fileManager.asPath(file);
    }
}
