package goalline.probe;

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
        return FRAMES.getCallerClass().getClassLoader();
    }

    public static URL getSystemResource(String name) {
        return FRAMES.getCallerClass().getClassLoader().getResource(name);
    }

    public static Enumeration<URL> getSystemResources(String name) throws IOException {
        return FRAMES.getCallerClass().getClassLoader().getResources(name);
    }

    public static InputStream getSystemResourceAsStream(String name) {
        return FRAMES.getCallerClass().getClassLoader().getResourceAsStream(name);
    }
}
