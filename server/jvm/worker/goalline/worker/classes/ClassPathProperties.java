package goalline.worker.classes;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/**
 * The system's properties for tests: `java.class.path` is that of the tests, as in a build. javac, programs that a test
 * starts and scanners of class paths go by it, and by files: the project's classes are written as somebody asks.
 */
public final class ClassPathProperties extends Properties {
    private static final long serialVersionUID = 1;
    private static final String CLASS_PATH = "java.class.path";

    private final transient ProjectLoader loader;

    /** Behind the tests' class path stands what there was: classes with probes need it. */
    public ClassPathProperties(Properties system, ProjectLoader loader, List<Path> beside) {
        this.loader = loader;
        putAll(system);
        List<String> entries = new ArrayList<>();
        entries.add(loader.home().toString());
        beside.forEach(entry -> entries.add(entry.toString()));
        entries.add(system.getProperty(CLASS_PATH, ""));
        entries.removeIf(String::isEmpty);
        put(CLASS_PATH, String.join(File.pathSeparator, entries));
    }

    @Override
    public String getProperty(String key) {
        if (CLASS_PATH.equals(key)) {
            loader.writeAll();
        }
        return super.getProperty(key);
    }
}
