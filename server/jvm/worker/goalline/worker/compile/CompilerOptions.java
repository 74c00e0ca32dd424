package goalline.worker.compile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.zip.ZipFile;

/** Turns the build's compiler options into those of the compiler in memory; drops what names files or only warns. */
public final class CompilerOptions {
    private static final Set<String> WITH_FILE = Set.of(
            "-d", "-s", "-h", "-cp", "-classpath", "--class-path", "-sourcepath", "--source-path", "-p",
            "--module-path", "--module-source-path", "-processorpath", "--processor-path", "-m", "--module",
            "--processor-module-path", "--system", "-bootclasspath", "--boot-class-path", "-Xmaxerrs", "-Xmaxwarns",
            "--patch-module", "--upgrade-module-path", "--module-version", "-extdirs", "-endorseddirs");
    private static final Set<String> WITH_VERSION = Set.of("--release", "-source", "--source", "-target", "--target");

    private CompilerOptions() {}

    public static List<String> of(Setup setup) {
        List<String> result = new ArrayList<>(List.of(
                "-g", "-nowarn", "-Xlint:none", "-implicit:class", "-Xprefer:source", "-Xmaxerrs", "1000000"));
        boolean processing = false;
        for (int i = 0; i < setup.options.size(); i++) {
            String option = setup.options.get(i);
            if (WITH_FILE.contains(option)) {
                i++;
            } else if (WITH_VERSION.contains(option) && i + 1 < setup.options.size()) {
                result.add(option);
                result.add(supported(setup.options.get(++i)));
            } else if (!isDropped(option)) {
                processing |= option.startsWith("-proc") || option.equals("-processor");
                result.add(option);
            }
        }
        if (!processing && setup.processorPath.isEmpty() && !anyProcessor(setup.classPath)) {
            result.add("-proc:none");
        }
        return result;
    }

    private static boolean isDropped(String option) {
        return option.startsWith("-Xlint")
                || option.startsWith("-Werror")
                || option.startsWith("-Xdoclint")
                || option.startsWith("-Xplugin")
                || option.startsWith("-g")
                || option.startsWith("-implicit")
                || option.startsWith("-Xprefer")
                || option.startsWith("-J")
                || option.startsWith("@")
                || option.equals("-verbose")
                || option.equals("-deprecation")
                || option.equals("-nowarn")
                || WITH_FILE.stream().anyMatch(file -> file.startsWith("--") && option.startsWith(file + "="));
    }

    /** The oldest release this compiler still takes, when the build asks for an older one. */
    private static String supported(String version) {
        String feature = version.startsWith("1.") ? version.substring(2) : version;
        int oldest = Runtime.version().feature() >= 20 ? 8 : Runtime.version().feature() >= 12 ? 7 : 6;
        try {
            return Integer.parseInt(feature) < oldest ? Integer.toString(oldest) : version;
        } catch (NumberFormatException unknown) {
            return version;
        }
    }

    private static boolean anyProcessor(List<Path> classPath) {
        String service = "META-INF/services/javax.annotation.processing.Processor";
        for (Path entry : classPath) {
            if (Files.isDirectory(entry)) {
                if (Files.exists(entry.resolve(service))) {
                    return true;
                }
            } else {
                try (ZipFile zip = new ZipFile(entry.toFile())) {
                    if (zip.getEntry(service) != null) {
                        return true;
                    }
                } catch (IOException unreadable) {
                    // The compiler itself says what is wrong with it, if anybody needs it.
                    continue;
                }
            }
        }
        return false;
    }
}
