package goalline.worker.classes;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;

/**
 * Libraries that go from one check to the next, for a library for mocks takes a second to start in new ones; those
 * that a failed test may have left in disorder are not given again.
 */
public final class KeptLibraries {
    private final Function<List<Path>, Libraries> make;
    private Libraries last;
    private List<Path> classPath;

    public KeptLibraries(Function<List<Path>, Libraries> make) {
        this.make = make;
    }

    /** The libraries of this class path: those of the last check, or new ones. */
    public Libraries of(List<Path> path, ClassStore store) {
        if (last == null || !path.equals(classPath)) {
            forget();
            last = make.apply(path);
            classPath = path;
        }
        last.refresh(store);
        return last;
    }

    /** Closes them; the next check has new ones. */
    public void forget() {
        if (last != null) {
            last.close();
        }
        last = null;
    }
}
