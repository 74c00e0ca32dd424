import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.List;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Takes lines, each with a file that lists sources and javac's options, tabs between them; compiles once per line and
 * prints one line per error: file, offset, code, message; then a dot.
 */
public final class Compile {
    private Compile() {}

    public static void main(String[] arguments) throws Exception {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        PrintStream out = new PrintStream(System.out, false, "UTF-8");
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            compile(Arrays.asList(line.split("\t")), out);
            out.println(".");
            out.flush();
        }
    }

    private static void compile(List<String> arguments, PrintStream out) throws IOException {
        List<String> sources = Files.readAllLines(Paths.get(arguments.get(0)), StandardCharsets.UTF_8);
        List<String> options = arguments.subList(1, arguments.size());
        JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        try (StandardJavaFileManager files = javac.getStandardFileManager(found, null, StandardCharsets.UTF_8)) {
            javac.getTask(new StringWriter(), files, found, options, null, files.getJavaFileObjectsFromStrings(sources)).call();
        }
        for (Diagnostic<? extends JavaFileObject> each : found.getDiagnostics()) {
            if (each.getKind() == Diagnostic.Kind.ERROR) {
                String file = each.getSource() == null ? "" : each.getSource().toUri().getPath();
                String message = each.getMessage(null).replace('\n', ' ').replace('\t', ' ');
                out.println(file + "\t" + each.getStartPosition() + "\t" + each.getCode() + "\t" + message);
            }
        }
    }
}
