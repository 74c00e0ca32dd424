package goalline.worker.classes;

import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.URLConnection;
import java.security.CodeSource;
import java.security.cert.Certificate;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.jar.Manifest;

/**
 * The libraries. Where all is one class path, a library may use the project that its tests use: commons-text and
 * commons-lang. What is found nowhere is asked for at the loader of the project that runs.
 */
final class LibraryLoader extends URLClassLoader {
    static {
        registerAsParallelCapable();
    }

    private final Set<URL> users;
    /** What is looked at last. */
    private final URLClassLoader rest;
    private final Rest shown;

    /** What is found in the libraries that are looked at last. */
    enum Rest {
        /** All but services, and what an old SLF4J finds by its class: who logs would slow down each of many runs. */
        WITHOUT_SERVICES,
        ALL;

        private boolean hides(String name) {
            return this == WITHOUT_SERVICES
                    && (name.startsWith("META-INF/services/") || name.startsWith("org/slf4j/impl/"));
        }
    }

    LibraryLoader(URL[] urls, URL[] rest, Rest shown, Set<URL> users) {
        super("libraries", urls, new ProbesOnly());
        this.rest = new URLClassLoader(rest, null);
        this.shown = shown;
        this.users = users;
    }

    @Override
    public URL findResource(String name) {
        URL found = super.findResource(name);
        return found == null ? ofRest(name) : found;
    }

    @Override
    public Enumeration<URL> findResources(String name) throws IOException {
        List<URL> all = Collections.list(super.findResources(name));
        if (!shown.hides(name)) {
            for (URL url : Collections.list(rest.findResources(name))) {
                if (!all.contains(url)) {
                    all.add(url);
                }
            }
        }
        return Collections.enumeration(all);
    }

    private URL ofRest(String name) {
        return shown.hides(name) ? null : rest.findResource(name);
    }

    @Override
    public void close() throws IOException {
        try {
            rest.close();
        } finally {
            super.close();
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        try {
            return StandIns.ON_ANOTHER_DAY ? findRedirected(name) : super.findClass(name);
        } catch (ClassNotFoundException missing) {
            ClassLoader running = Thread.currentThread().getContextClassLoader();
            Class<?> found = running instanceof ProjectLoader ? ((ProjectLoader) running).findOwn(name) : null;
            if (found != null) {
                rememberUser();
                return found;
            }
            URL url = ofRest(fileOf(name));
            if (url == null) {
                throw missing;
            }
            return define(name, url);
        }
    }

    /** The same with calls redirected: defined here, for nobody may change what the superclass defines. */
    private Class<?> findRedirected(String name) throws ClassNotFoundException {
        URL url = super.findResource(fileOf(name));
        if (url == null) {
            throw new ClassNotFoundException(name);
        }
        return define(name, url);
    }

    private static String fileOf(String name) {
        return name.replace('.', '/') + ".class";
    }

    private Class<?> define(String name, URL url) throws ClassNotFoundException {
        try {
            URLConnection connection = url.openConnection();
            // A jar that was written anew is not what it was.
            connection.setUseCaches(false);
            byte[] bytes;
            Manifest manifest;
            try (InputStream stream = connection.getInputStream()) {
                bytes = stream.readAllBytes();
                manifest = connection instanceof JarURLConnection
                        ? ((JarURLConnection) connection).getManifest()
                        : null;
            }
            if (StandIns.ON_ANOTHER_DAY) {
                bytes = RedirectedCalls.redirected(bytes, StandIns.IN_LIBRARIES);
            }
            URL home = connection instanceof JarURLConnection
                    ? ((JarURLConnection) connection).getJarFileURL()
                    : new URL(url.toString().substring(0, url.toString().length() - fileOf(name).length()));
            definePackageOf(name, manifest, home);
            return defineClass(name, bytes, 0, bytes.length, new CodeSource(home, (Certificate[]) null));
        } catch (IOException unreadable) {
            throw new ClassNotFoundException(name, unreadable);
        }
    }

    private void definePackageOf(String name, Manifest manifest, URL home) {
        String packageName = name.substring(0, Math.max(0, name.lastIndexOf('.')));
        if (packageName.isEmpty() || getDefinedPackage(packageName) != null) {
            return;
        }
        try {
            definePackage(packageName, manifest == null ? new Manifest() : manifest, home);
        } catch (IllegalArgumentException another) {
            // Another thread was faster.
        }
    }

    /** The library that is running asked. */
    private void rememberUser() {
        StackWalker frames = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);
        Optional<Class<?>> user = frames.walk(all -> all.<Class<?>>map(StackWalker.StackFrame::getDeclaringClass)
                .filter(type -> type.getClassLoader() == this)
                .findFirst());
        CodeSource source =
                user.map(type -> type.getProtectionDomain().getCodeSource()).orElse(null);
        if (source != null) {
            synchronized (users) {
                users.add(source.getLocation());
            }
        }
    }

    /** Between the libraries and the JDK: shows the probe runtime, hides the worker. */
    private static final class ProbesOnly extends ClassLoader {
        public ProbesOnly() {
            super(ClassLoader.getPlatformClassLoader());
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (name.startsWith("goalline.probe.")) {
                return ProbesOnly.class.getClassLoader().loadClass(name);
            }
            // Classes of modules that the application loader defines (jdk.compiler and the like) are visible to
            // anybody.
            Class<?> found = Class.forName(name, false, ProbesOnly.class.getClassLoader());
            if (found.getModule().isNamed()) {
                return found;
            }
            throw new ClassNotFoundException(name);
        }
    }
}
