package goalline.probe.standins;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Enumeration;

/**
 * Stands in for the static methods of ClassLoader in code of the project: in a build the system's class path is that
 * of the tests, here it is the worker's. Whoever asks gets the loader that it was loaded by itself.
 */
public final class SystemClassPath {
    private static final StackWalker FRAMES = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    private SystemClassPath() {}

    public static ClassLoader getSystemClassLoader() {
        return ofCaller();
    }

    public static URL getSystemResource(String name) {
        return ofCaller().getResource(name);
    }

    public static Enumeration<URL> getSystemResources(String name) throws IOException {
        return ofCaller().getResources(name);
    }

    public static InputStream getSystemResourceAsStream(String name) {
        return ofCaller().getResourceAsStream(name);
    }

    /** Between a reference to one of these methods and the class that it stands in there may be classes of the JDK. */
    private static ClassLoader ofCaller() {
        ClassLoader own = SystemClassPath.class.getClassLoader();
        return FRAMES.walk(frames -> frames.map(frame -> frame.getDeclaringClass().getClassLoader())
                .filter(loader -> loader != null && loader != own)
                .findFirst()
                .orElse(own));
    }
}
