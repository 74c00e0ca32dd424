package goalline.worker.run;

import java.io.File;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds out whether a test left files in the working or temporary folder of this process, and takes them away; looks
 * at no other folder, where tests cannot write. A temporary file with a name that nobody else gives is none: who makes
 * one has it removed at the end of the program.
 */
public final class Leftovers {
    /** Digits in a name that was made to be unlike all others. */
    private static final int DIGITS = 8;

    private final File temporary = new File(System.getProperty("java.io.tmpdir"));
    private final File working = new File(System.getProperty("user.dir"));
    /** Folders in the temporary one whose makers know that they are there. */
    private final Set<File> kept = new TreeSet<>();

    /** Whether the working folder is one of our own. */
    private final boolean isOwn = isParent(working, temporary);

    private Set<String> before = Set.of();
    private Set<String> beforeHere = Set.of();

    /** A test begins. */
    public void before() {
        before = names(temporary);
        beforeHere = namesHere();
    }

    /** Whether the test that has ended left something; it is gone afterwards. */
    public boolean clear() {
        Set<String> here = namesHere();
        here.removeAll(beforeHere);
        here.forEach(name -> delete(new File(working, name)));
        boolean isLeft = !here.isEmpty();
        Set<File> open = new TreeSet<>(kept);
        Set<String> now = names(temporary);
        now.removeAll(before);
        now.forEach(name -> open.add(new File(temporary, name)));
        for (File file : open) {
            isLeft |= sweep(file);
        }
        return isLeft;
    }

    private Set<String> namesHere() {
        return isOwn ? names(working) : new HashSet<>();
    }

    private static boolean isParent(File folder, File inside) {
        try {
            return folder.getCanonicalFile().equals(inside.getCanonicalFile().getParentFile());
        } catch (IOException unknown) {
            return false;
        }
    }

    private static Set<String> names(File folder) {
        String[] names = folder.list();
        return names == null ? new HashSet<>() : new HashSet<>(Arrays.asList(names));
    }

    /** Removes it, but for folders that others may come back to; gives whether that was a file with a usual name. */
    private boolean sweep(File file) {
        boolean isUnique = file.getName().chars().filter(Character::isDigit).count() >= DIGITS;
        if (!isFolder(file)) {
            return file.delete() && !isUnique;
        }
        boolean isLeft = false;
        for (String name : names(file)) {
            isLeft |= sweep(new File(file, name));
        }
        if (isUnique) {
            file.delete();
        } else {
            kept.add(file);
        }
        return isLeft;
    }

    private static boolean isFolder(File file) {
        return file.isDirectory() && !java.nio.file.Files.isSymbolicLink(file.toPath());
    }

    private static void delete(File file) {
        for (String name : isFolder(file) ? names(file) : Set.<String>of()) {
            delete(new File(file, name));
        }
        file.delete();
    }
}
