package goalline.worker.classes;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** Defines all classes of the project, from memory first; everything else comes from the libraries. */
public final class ProjectLoader extends ClassLoader {
    static {
        registerAsParallelCapable();
    }

    private final ClassStore store;
    private final Libraries libraries;
    private final int set;
    private final Map<String, byte[]> more;
    /** Names of classes that have no static state. */
    private final Set<String> stateless = ConcurrentHashMap.newKeySet();
    /** The classes that it has defined, those left out. */
    private final Queue<Class<?>> classes = new ConcurrentLinkedQueue<>();
    /** How many these are. */
    private final AtomicInteger defined = new AtomicInteger();

    private final ClassFolder folder = new ClassFolder();
    private final ProtectionDomain domain =
            new ProtectionDomain(new CodeSource(folder.url(), (Certificate[]) null), null, this, null);
    /** Sees to it that classes are there that no other one names; asked before a package is listed. */
    private final Runnable complete;

    private final AtomicBoolean isComplete = new AtomicBoolean();

    /** Whether all classes lie in the folder, because one of them asks others where they lie. */
    private final AtomicBoolean isWritten = new AtomicBoolean();

    /** A class that lies where its code source says, with those nested in it: a test may load itself from there. */
    private final String written;

    /** {@code more} are further classes that only this loader has. */
    public ProjectLoader(ClassStore store, Libraries libraries, int set, Map<String, byte[]> more) {
        this(store, libraries, set, more, () -> {}, "");
        isComplete.set(true);
    }

    /**
     * One that lets the project be completed before somebody lists it, and for which the class {@code written} lies
     * in a file from the start.
     */
    public ProjectLoader(
            ClassStore store,
            Libraries libraries,
            int set,
            Map<String, byte[]> more,
            Runnable complete,
            String written) {
        super(libraries.ofNextLoader());
        this.written = written;
        this.complete = complete;
        this.store = store;
        this.libraries = libraries;
        this.set = set;
        this.more = new ConcurrentHashMap<>(more);
    }

    /** Lets this loader see further classes. */
    public void add(Map<String, byte[]> classes) {
        more.putAll(classes);
    }

    /** Lets it see a class that has no static state, whoever uses it: nobody has to look at it. */
    public void addStateless(String name, byte[] bytes) {
        stateless.add(name);
        more.put(name, bytes);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            if (loaded != null) {
                return loaded;
            }
            Class<?> own = defined(name);
            return own == null ? getParent().loadClass(name) : own;
        }
    }

    /** The class if it is one of the project, or null: for libraries that use the project. */
    Class<?> findOwn(String name) {
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded != null && loaded.getClassLoader() == this ? loaded : defined(name);
        }
    }

    /** Defines the class if it is one of the project, which was not loaded yet. */
    private Class<?> defined(String name) {
        byte[] bytes = bytesOf(name);
        if (bytes == null && !isComplete.get() && libraries.hasSource(name)) {
            // Named by a text: a service file, a configuration.
            completeOnce();
            bytes = bytesOf(name);
        }
        if (bytes == null) {
            return null;
        }
        if (name.startsWith(written) && isNestedIn(name)) {
            folder.write(name, bytes);
        }
        writeAllOnce(RedirectedCalls.asksForHome(bytes));
        Class<?> type = defineClass(name, bytes, 0, bytes.length, domain);
        if (!stateless.contains(name)) {
            classes.add(type);
        }
        defined.incrementAndGet();
        return type;
    }

    private boolean isNestedIn(String name) {
        return !written.isEmpty() && (name.length() == written.length() || name.charAt(written.length()) == '$');
    }

    private byte[] bytesOf(String name) {
        byte[] own = more.get(name);
        if (own != null) {
            return own;
        }
        ClassStore.Stored stored = store.find(set, name);
        return stored != null ? stored.bytes : libraries.projectClass(name);
    }

    public int defined() {
        return defined.get();
    }

    /** The classes that it has defined so far, those without static state left out. */
    public Iterable<Class<?>> classes() {
        return classes;
    }

    /** Whether a thread is one of the project's, or is at something of the project's. */
    public boolean isRunBy(Thread thread) {
        if (thread.getClass().getClassLoader() == this) {
            return true;
        }
        for (StackTraceElement frame : thread.getStackTrace()) {
            // Those of libraries are known to this loader, too, once something has asked it for them.
            Class<?> known = findLoadedClass(frame.getClassName());
            if (known != null && known.getClassLoader() == this) {
                return true;
            }
        }
        return false;
    }

    /** The class if this loader can see it, without running its initialiser. */
    public Class<?> find(String name) throws ClassNotFoundException {
        return Class.forName(name, false, this);
    }

    @Override
    public InputStream getResourceAsStream(String name) {
        if (name.endsWith(".class")) {
            byte[] bytes = bytesOf(name.substring(0, name.length() - 6).replace('/', '.'));
            if (bytes != null) {
                return new ByteArrayInputStream(bytes);
            }
        }
        URL url = getResource(name);
        try {
            return url == null ? null : url.openStream();
        } catch (IOException unreadable) {
            return null;
        }
    }

    /** Each once: folders of resources may stand on the class path, too. */
    @Override
    public Enumeration<URL> getResources(String name) throws IOException {
        Map<String, URL> all = new LinkedHashMap<>();
        Collections.list(getParent().getResources(name)).forEach(url -> all.put(url.toString(), url));
        found(name).forEach(url -> all.putIfAbsent(url.toString(), url));
        return Collections.enumeration(all.values());
    }

    @Override
    protected URL findResource(String name) {
        Iterator<URL> all = found(name).iterator();
        return all.hasNext() ? all.next() : null;
    }

    @Override
    protected Enumeration<URL> findResources(String name) {
        return Collections.enumeration(found(name));
    }

    /** Where a build has them: classes and their packages first, then what it copies beside them. */
    private List<URL> found(String name) {
        Set<Path> paths = new LinkedHashSet<>();
        if (name.endsWith(".class")) {
            String type = name.substring(0, name.length() - 6).replace('/', '.');
            byte[] bytes = bytesOf(type);
            paths.add(bytes == null ? null : folder.write(type, bytes));
            // Who asks for the place of a class may go through the folder that it lies in.
            writeAllOnce(bytes != null);
        } else if (libraries.isPackage(name)) {
            paths.add(listed(name));
        } else {
            ClassStore.Stored written = store.find(set, "/" + name);
            paths.add(written == null ? null : folder.writeFile(name, written.bytes));
        }
        paths.addAll(libraries.resources(name));
        paths.remove(null);
        List<URL> urls = new ArrayList<>();
        for (Path path : paths) {
            try {
                urls.add(path.toUri().toURL());
            } catch (MalformedURLException impossible) {
                throw new IllegalStateException(impossible);
            }
        }
        return urls;
    }

    private void completeOnce() {
        if (isComplete.compareAndSet(false, true)) {
            complete.run();
        }
    }

    /** The folder of a package with all that is below it. */
    private Path listed(String name) {
        completeOnce();
        String inside = name.endsWith("/") || name.isEmpty() ? name : name + "/";
        for (String type : store.names(set)) {
            if (!type.startsWith("/") && type.replace('.', '/').startsWith(inside)) {
                folder.write(type, store.find(set, type).bytes);
            }
        }
        return folder.folder(name);
    }

    /** The folder for its classes: of what {@link #writeAll} is asked for. */
    public Path home() {
        return folder.root();
    }

    private void writeAllOnce(boolean isWanted) {
        if (isWanted && !written.isEmpty() && isWritten.compareAndSet(false, true)) {
            writeAll();
        }
    }

    /** Writes all that the project compiles to into its folder, for somebody who goes by files alone. */
    public void writeAll() {
        listed("");
        for (String name : store.names(set)) {
            if (name.startsWith("/")) {
                folder.writeFile(name.substring(1), store.find(set, name).bytes);
            }
        }
    }
}
