package goalline.worker.classes;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A folder for the classes of one loader, as a build has one. It is named from the start and made when somebody wants
 * a file of it: most tests never do. Knows no compiler and no class.
 */
public final class ClassFolder {
    /** Made before any test runs, so that it is not taken for something that a test left. */
    private static final Path ALL = Path.of(System.getProperty("java.io.tmpdir"), "goalline-classes");

    private static final AtomicInteger NUMBER = new AtomicInteger();

    private final Path root = ALL.resolve(Integer.toString(NUMBER.incrementAndGet()));

    /** Makes the folder of all of them in that of the worker: not anew where the server has removed that already. */
    public static void prepare() {
        try {
            Files.createDirectory(ALL);
        } catch (IOException notOurs) {
            // Classes have no files then, as long as nobody needs them nobody notices.
            return;
        }
    }

    public Path root() {
        return root;
    }

    public URL url() {
        try {
            // A folder that is not there yet has no slash at its end, and loaders go by that.
            return new URL(root.toUri() + (root.toUri().toString().endsWith("/") ? "" : "/"));
        } catch (MalformedURLException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** The file of a class; none where nothing can be written. */
    public Path write(String className, byte[] bytes) {
        return writeFile(className.replace('.', '/') + ".class", bytes);
    }

    /** The file of this path; none where nothing can be written. */
    public Path writeFile(String path, byte[] bytes) {
        Path file = root.resolve(path);
        try {
            if (!Files.isDirectory(ALL)) {
                return null;
            }
            if (!Files.exists(file)) {
                Files.createDirectories(file.getParent());
                Files.write(file, bytes);
            }
            return file;
        } catch (IOException full) {
            return null;
        }
    }

    /** The folder of this name below it; none where nothing was written to it. */
    public Path folder(String name) {
        Path folder = root.resolve(name);
        return Files.isDirectory(folder) ? folder : null;
    }
}
