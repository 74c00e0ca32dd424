package goalline.worker;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Enumeration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Defines all classes of the project, from memory first; everything else comes from the libraries. */
final class ProjectLoader extends ClassLoader {
    static {
        registerAsParallelCapable();
    }

    private final ClassStore store;
    private final Libraries libraries;
    private final int set;
    private final Map<String, byte[]> more;
    /** How many classes it has defined. */
    private final AtomicInteger defined = new AtomicInteger();

    /** {@code more} are further classes that only this loader has. */
    ProjectLoader(ClassStore store, Libraries libraries, int set, Map<String, byte[]> more) {
        super(libraries.loader());
        this.store = store;
        this.libraries = libraries;
        this.set = set;
        this.more = new ConcurrentHashMap<>(more);
    }

    /** Lets this loader see further classes. */
    void add(Map<String, byte[]> classes) {
        more.putAll(classes);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            if (loaded != null) {
                return loaded;
            }
            byte[] bytes = bytesOf(name);
            if (bytes == null) {
                return getParent().loadClass(name);
            }
            defined.incrementAndGet();
            return defineClass(name, bytes, 0, bytes.length);
        }
    }

    private byte[] bytesOf(String name) {
        byte[] own = more.get(name);
        if (own != null) {
            return own;
        }
        ClassStore.Stored stored = store.find(set, name);
        return stored != null ? stored.bytes : libraries.projectClass(name);
    }

    int defined() {
        return defined.get();
    }

    /** Whether a thread is one of the project's, or is at something of the project's. */
    boolean isRunBy(Thread thread) {
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
    Class<?> find(String name) throws ClassNotFoundException {
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

    @Override
    protected URL findResource(String name) {
        for (Path root : libraries.resourceRoots()) {
            Path file = root.resolve(name);
            if (Files.exists(file)) {
                try {
                    return file.toUri().toURL();
                } catch (MalformedURLException impossible) {
                    throw new IllegalStateException(impossible);
                }
            }
        }
        return null;
    }

    @Override
    protected Enumeration<URL> findResources(String name) {
        URL one = findResource(name);
        return one == null ? Collections.emptyEnumeration() : Collections.enumeration(java.util.List.of(one));
    }
}
