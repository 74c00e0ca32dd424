package goalline.worker;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** How the project is compiled and run: paths and compiler options, as the build gives them; finds nothing out itself. */
final class Setup {
    final List<Path> classPath;
    final List<Path> sourceRoots;
    final List<String> options;
    final List<Path> processorPath;
    /** Folders of files that the build copies beside the classes. */
    final List<Path> resourceRoots;

    Setup(List<Path> classPath, List<Path> sourceRoots, List<String> options, List<Path> processorPath) {
        this.classPath = classPath;
        this.sourceRoots = sourceRoots;
        this.options = options;
        this.processorPath = processorPath;
        this.resourceRoots = resourceRoots(sourceRoots);
    }

    static Setup read(Input input) {
        return new Setup(paths(input), paths(input), input.texts(), paths(input));
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

    static List<Path> paths(Input input) {
        List<Path> paths = new ArrayList<>();
        for (String text : input.texts()) {
            paths.add(Path.of(text));
        }
        return paths;
    }
}
