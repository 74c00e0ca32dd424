package goalline.worker.compile;

import goalline.worker.wire.Input;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * How the project is compiled and run: paths and compiler options, as the build gives them; finds nothing out itself.
 */
public final class Setup {
    public static final Setup NOTHING = new Setup(List.of(), List.of(), List.of(), List.of(), List.of(), List.of());

    public final List<Path> classPath;
    public final List<Path> sourceRoots;
    public final List<String> options;
    public final List<Path> processorPath;
    /** Folders that the user's own build wrote classes to. */
    public final List<Path> built;
    /** What only tests have: code that runs finds there what is nowhere else. */
    public final List<Path> testLibraries;
    /** Folders of files that the build copies beside the classes. */
    public final List<Path> resourceRoots;

    public Setup(
            List<Path> classPath,
            List<Path> sourceRoots,
            List<String> options,
            List<Path> processorPath,
            List<Path> built,
            List<Path> testLibraries) {
        this.classPath = classPath;
        this.sourceRoots = sourceRoots;
        this.options = options;
        this.processorPath = processorPath;
        this.built = built;
        this.testLibraries = testLibraries;
        this.resourceRoots = resourceRoots(sourceRoots);
    }

    public static Setup read(Input input) {
        return new Setup(
                paths(input), paths(input), input.texts(), paths(input), paths(input), paths(input));
    }

    private static List<Path> resourceRoots(List<Path> sourceRoots) {
        List<Path> roots = new ArrayList<>();
        for (Path root : sourceRoots) {
            Path resources = root.resolveSibling("resources");
            if (Files.isDirectory(resources)) {
                roots.add(resources);
            }
            roots.add(root);
        }
        return roots;
    }

    public static List<Path> paths(Input input) {
        List<Path> paths = new ArrayList<>();
        for (String text : input.texts()) {
            paths.add(Path.of(text));
        }
        return paths;
    }
}
