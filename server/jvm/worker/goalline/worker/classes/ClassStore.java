package goalline.worker.classes;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The compiled classes in memory: those of the two sets, made from texts that were given, and the shared ones, made
 * from files of the source roots; compiles and loads nothing.
 */
public final class ClassStore {
    public static final int PLAIN = 0;
    public static final int PROBED = 1;
    public static final int SHARED = 2;

    /** One class; {@code source} is the file or unit it was made from, stamped with the file's time and size. */
    public static final class Stored {
        public final String name;
        public final byte[] bytes;
        public final String source;
        public final long modified;
        public final long size;
        private ClassFile parsed;

        public Stored(String name, byte[] bytes, String source, long modified, long size) {
            this.name = name;
            this.bytes = isResource() ? bytes : RedirectedCalls.redirected(bytes, StandIns.IN_PROJECT);
            this.source = source;
            this.modified = modified;
            this.size = size;
        }

        /** Whether it is no class, but a resource that a processor wrote: its name is a path, with a slash in front. */
        public boolean isResource() {
            return name.startsWith("/");
        }

        /** What the class file says; read once. A resource says nothing. */
        public synchronized ClassFile parsed() {
            if (parsed == null) {
                parsed = isResource() ? ClassFile.NOTHING : ClassFile.parse(bytes);
            }
            return parsed;
        }
    }

    private final List<Map<String, Stored>> sets = List.of(new TreeMap<>(), new TreeMap<>(), new TreeMap<>());
    /** Stands behind the shared ones: what nobody compiled here, because it is compiled already. */
    private BuiltClasses built = BuiltClasses.NONE;

    /** By package, each class of any set; for listing only. */
    private final Map<String, Map<String, Stored>> packages = new HashMap<>();

    /** The class as this set sees it: plain texts hide files, probed texts hide plain ones. */
    public synchronized Stored find(int set, String name) {
        Stored own = sets.get(set).get(name);
        if (own == null && set == PROBED) {
            own = sets.get(PLAIN).get(name);
        }
        if (own == null) {
            own = sets.get(SHARED).get(name);
        }
        return own != null ? own : built.find(name);
    }

    public synchronized BuiltClasses built() {
        return built;
    }

    public synchronized void setBuilt(BuiltClasses built) {
        this.built = built;
    }

    /** Whether it was compiled here, or taken for compiled. */
    public synchronized boolean has(String name) {
        return sets.stream().anyMatch(classes -> classes.containsKey(name));
    }

    /** As {@link #find}, but the plain set falls back to the probed one: enough to compile against. */
    public synchronized Stored findAny(int set, String name) {
        Stored found = sets.get(set).get(name);
        for (int other : new int[] {PLAIN, SHARED, PROBED}) {
            boolean isSeen = found == null && (other != PLAIN || set == PROBED);
            found = isSeen ? sets.get(other).get(name) : found;
        }
        return found != null ? found : built.find(name);
    }

    public synchronized void put(int set, Stored stored) {
        sets.get(set).put(stored.name, stored);
        packages.computeIfAbsent(packageOf(stored.name), key -> new TreeMap<>()).put(stored.name, stored);
    }

    public synchronized void remove(int set, String name) {
        sets.get(set).remove(name);
        if (sets.stream().noneMatch(classes -> classes.containsKey(name))) {
            Map<String, Stored> inPackage = packages.get(packageOf(name));
            if (inPackage != null) {
                inPackage.remove(name);
            }
        }
    }

    public synchronized void clear() {
        sets.forEach(Map::clear);
        packages.clear();
    }

    /** The names of the classes of this package that are in memory in any set. */
    public synchronized List<String> namesIn(String packageName) {
        Set<String> names = new TreeSet<>(packages.getOrDefault(packageName, Map.of()).keySet());
        names.addAll(built.namesIn(packageName));
        return List.copyOf(names);
    }

    public synchronized boolean hasPackage(String packageName) {
        return packages.containsKey(packageName) || !built.namesIn(packageName).isEmpty();
    }

    /** The names of all classes that this set sees. */
    public synchronized Set<String> names(int set) {
        Set<String> names = new TreeSet<>(sets.get(SHARED).keySet());
        names.addAll(built.names());
        names.addAll(sets.get(PLAIN).keySet());
        if (set == PROBED) {
            names.addAll(sets.get(PROBED).keySet());
        }
        return names;
    }

    public synchronized List<Stored> all(int set) {
        return List.copyOf(sets.get(set).values());
    }

    public synchronized void removeAll(int set, Collection<String> names) {
        names.forEach(name -> remove(set, name));
    }

    public static String packageOf(String name) {
        int dot = name.lastIndexOf('.');
        return dot < 0 ? "" : name.substring(0, dot);
    }
}
