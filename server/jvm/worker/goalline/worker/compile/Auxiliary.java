package goalline.worker.compile;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import javax.tools.Diagnostic;
import javax.tools.JavaFileObject;

/**
 * Classes that are not named after their file, which javac finds only when it is given the file: takes what it could
 * not resolve, gives the files of the same package that declare classes of such names; compiles nothing.
 */
public final class Auxiliary {
    private static final String UNRESOLVED = "compiler.err.cant.resolve";

    private Auxiliary() {}

    /** The paths of these files, as far as they are visible. */
    public static Set<String> sources(Iterable<Diagnostic<? extends JavaFileObject>> diagnostics, MemoryFiles seen) {
        Map<Path, Set<String>> names = new TreeMap<>();
        for (Diagnostic<? extends JavaFileObject> one : diagnostics) {
            JavaFileObject source = one.getSource();
            if (source != null && one.getCode() != null && one.getCode().startsWith(UNRESOLVED)) {
                Path folder = Path.of(seen.pathOf(source)).getParent();
                String name = nameAt(one.getPosition(), source);
                if (folder != null && !name.isEmpty()) {
                    names.computeIfAbsent(folder, key -> new TreeSet<>()).add(name);
                }
            }
        }
        Set<String> found = new TreeSet<>();
        names.forEach((folder, wanted) -> find(folder, wanted, seen, found));
        return found;
    }

    /** The name that begins there; javac knows the ends of names only in the files that it was given. */
    private static String nameAt(long position, JavaFileObject source) {
        try {
            CharSequence text = source.getCharContent(true);
            int start = (int) Math.max(0, Math.min(position, text.length()));
            int end = start;
            while (end < text.length() && Character.isJavaIdentifierPart(text.charAt(end))) {
                end++;
            }
            return text.subSequence(start, end).toString();
        } catch (IOException gone) {
            return "";
        }
    }

    private static void find(Path folder, Set<String> names, MemoryFiles seen, Set<String> found) {
        // Outermost classes stand at the beginning of their line, nested ones do not. No class has more modifiers: in
        // a long comment of bare words, an unbounded repetition would end in a stack overflow.
        Pattern declares = Pattern.compile("(?m)^(?:@?[\\w-]+\\s+){0,8}(?:class|interface|enum|record)\\s+(?:"
                + String.join("|", quoted(names)) + ")\\b");
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.java")) {
            for (Path file : files) {
                if (!seen.isHidden(file.toString()) && declares.matcher(read(file)).find()) {
                    found.add(file.toString());
                }
            }
        } catch (IOException | DirectoryIteratorException unreadable) {
            // javac's own message says what is missing.
            return;
        }
    }

    private static Set<String> quoted(Set<String> names) {
        Set<String> quoted = new TreeSet<>();
        names.forEach(name -> quoted.add(Pattern.quote(name)));
        return quoted;
    }

    private static String read(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    }
}
