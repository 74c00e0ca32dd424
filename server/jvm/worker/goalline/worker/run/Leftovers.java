package goalline.worker.run;

import java.io.File;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * Finds out whether a test left files in the folder of this process, which is the working and the temporary one, and
 * takes them away; looks at no other folder, where tests cannot write.
 */
public final class Leftovers {
    private final File folder = new File(System.getProperty("java.io.tmpdir"));
    private Set<String> before = Set.of();

    /** A test begins. */
    public void before() {
        before = names();
    }

    /** Whether the test that has ended left something; it is gone afterwards. */
    public boolean clear() {
        Set<String> now = names();
        now.removeAll(before);
        for (String name : now) {
            delete(new File(folder, name));
        }
        return !now.isEmpty();
    }

    private Set<String> names() {
        String[] names = folder.list();
        return names == null ? new HashSet<>() : new HashSet<>(Arrays.asList(names));
    }

    private static void delete(File file) {
        File[] inside = java.nio.file.Files.isSymbolicLink(file.toPath()) ? null : file.listFiles();
        if (inside != null) {
            for (File one : inside) {
                delete(one);
            }
        }
        file.delete();
    }
}
