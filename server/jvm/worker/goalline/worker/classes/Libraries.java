package goalline.worker.classes;

import goalline.worker.compile.Setup;

import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The class path as a class loader, and those of its entries that are an older build of the project itself, or use the
 * project: their classes are given as bytes, so that the project's loader defines them beside its own.
 */
public final class Libraries {
    private static final byte[] ABSENT = new byte[0];

    private final List<Path> classPath;
    private final LibraryLoader.Rest rest;
    private LibraryLoader loader;
    private int copies;
    private final List<URLClassLoader> projectEntries = new CopyOnWriteArrayList<>();
    private final List<URLClassLoader> otherEntries = new ArrayList<>();
    /** Those of the tests' libraries that have not asked for classes of the project. */
    private final List<URLClassLoader> testEntries = new ArrayList<>();
    private final Set<String> checked = new HashSet<>();
    private final Map<String, byte[]> projectClasses = new HashMap<>();
    /** Entries whose classes asked for classes of the project. */
    private final Set<URL> users = new HashSet<>();
    private final Setup setup;

    /** As a build has them: where services are looked for, those of the tests' libraries are found. */
    public Libraries(List<Path> classPath, Setup setup) {
        this(classPath, LibraryLoader.Rest.ALL, setup);
    }

    private Libraries(List<Path> classPath, LibraryLoader.Rest rest, Setup setup) {
        this.setup = setup;
        this.classPath = classPath;
        this.rest = rest;
        loader = newLoader();
        for (Path entry : classPath) {
            otherEntries.add(new URLClassLoader(urls(List.of(entry)), null));
        }
        for (Path entry : setup.testLibraries) {
            testEntries.add(new URLClassLoader(urls(List.of(entry)), null));
        }
    }

    private LibraryLoader newLoader() {
        copies++;
        return new LibraryLoader(urls(classPath), urls(setup.testLibraries), rest, users);
    }

    /** What tests are searched with: of the tests' libraries all but their services. */
    public static Libraries toSearchWith(Setup setup) {
        return new Libraries(setup.classPath, LibraryLoader.Rest.WITHOUT_SERVICES, setup);
    }

    /** Finds out which entries hold an older build of classes that came into memory since the last call. */
    public synchronized void refresh(ClassStore store) {
        for (int set : new int[] {ClassStore.PLAIN, ClassStore.PROBED, ClassStore.SHARED}) {
            for (ClassStore.Stored stored : store.all(set)) {
                if (checked.add(stored.name)) {
                    String resource = stored.name.replace('.', '/') + ".class";
                    for (URLClassLoader entry : List.copyOf(otherEntries)) {
                        if (entry.findResource(resource) != null) {
                            otherEntries.remove(entry);
                            projectEntries.add(entry);
                        }
                    }
                }
            }
        }
    }

    /**
     * The parent of the project's next loader. A library that asked for classes of the project is linked to those of
     * that time. As a build has them, the next loader gets new libraries; in a search, where there are many loaders,
     * it defines the entries that asked itself.
     */
    synchronized ClassLoader ofNextLoader() {
        Set<URL> found;
        synchronized (users) {
            found = Set.copyOf(users);
            users.clear();
        }
        if (!found.isEmpty() && rest == LibraryLoader.Rest.ALL) {
            // Threads of the last tests may still use the one of before: it is not closed.
            loader = newLoader();
        } else if (!found.isEmpty()) {
            join(found);
        }
        return loader;
    }

    private void join(Set<URL> users) {
        for (List<URLClassLoader> entries : List.of(otherEntries, testEntries)) {
            for (URLClassLoader entry : List.copyOf(entries)) {
                if (users.contains(entry.getURLs()[0])) {
                    entries.remove(entry);
                    projectEntries.add(entry);
                }
            }
        }
        synchronized (projectClasses) {
            projectClasses.clear();
        }
    }

    public void close() {
        List<URLClassLoader> all = new ArrayList<>(projectEntries);
        all.addAll(otherEntries);
        all.addAll(testEntries);
        all.add(loader);
        for (URLClassLoader one : all) {
            try {
                one.close();
            } catch (IOException ignored) {
                // Nothing is lost: it is not used again.
                continue;
            }
        }
    }

    private static URL[] urls(List<Path> paths) {
        URL[] urls = new URL[paths.size()];
        for (int i = 0; i < urls.length; i++) {
            try {
                urls[i] = paths.get(i).toUri().toURL();
            } catch (MalformedURLException impossible) {
                throw new IllegalStateException(impossible);
            }
        }
        return urls;
    }

    /** How many loaders of libraries there have been. */
    public synchronized int copies() {
        return copies;
    }

    public synchronized ClassLoader loader() {
        return loader;
    }

    /** The files and folders of this name that a build copies beside the classes. */
    public List<Path> resources(String name) {
        List<Path> found = new ArrayList<>();
        for (Path root : setup.resourceRoots) {
            Path path = root.resolve(name);
            boolean isSources = Files.isDirectory(path) && setup.sourceRoots.contains(root);
            if (!isSources && Files.exists(path)) {
                found.add(path);
            }
        }
        return found;
    }

    /** What stands beside the classes on a build's class path: folders of resources, then the libraries. */
    public List<Path> beside() {
        List<Path> found = new ArrayList<>(setup.resourceRoots);
        found.removeAll(setup.sourceRoots);
        found.addAll(setup.classPath);
        return found;
    }

    /** Whether a class of this name would stand in a source that is there. */
    public boolean hasSource(String className) {
        int nested = className.indexOf('$');
        String name = nested < 0 ? className : className.substring(0, nested);
        String file = name.replace('.', '/') + ".java";
        return setup.sourceRoots.stream().anyMatch(root -> Files.isRegularFile(root.resolve(file)));
    }

    /** Whether it is a folder of sources. */
    public boolean isPackage(String name) {
        return setup.sourceRoots.stream().anyMatch(root -> Files.isDirectory(root.resolve(name)));
    }

    /** The bytes of a class from an older build of the project, or null. */
    public byte[] projectClass(String name) {
        if (projectEntries.isEmpty()) {
            return null;
        }
        synchronized (projectClasses) {
            byte[] bytes = projectClasses.computeIfAbsent(name, this::read);
            return bytes == ABSENT ? null : bytes;
        }
    }

    private byte[] read(String name) {
        for (URLClassLoader entry : projectEntries) {
            // Not getResource: that would ask the JDK first.
            URL found = entry.findResource(name.replace('.', '/') + ".class");
            if (found != null) {
                try (InputStream stream = found.openStream()) {
                    return RedirectedCalls.redirected(stream.readAllBytes(), StandIns.IN_PROJECT);
                } catch (IOException unreadable) {
                    return ABSENT;
                }
            }
        }
        return ABSENT;
    }
}
