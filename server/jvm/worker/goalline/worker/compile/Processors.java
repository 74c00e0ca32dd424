package goalline.worker.compile;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import javax.annotation.processing.Completion;
import javax.annotation.processing.ProcessingEnvironment;
import javax.annotation.processing.Processor;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.tools.Diagnostic;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.StandardLocation;

/**
 * The annotation processors of one compilation, found as javac finds them. javac ends with the first one that throws;
 * here such a one is told by its name and does nothing any more, and the compilation goes on without what it would
 * have made.
 */
public final class Processors implements Closeable {
    public static final String FAILED = "goalline.processor";
    /** Entries of service files that are looked at: a broken one must not be asked for again for ever. */
    private static final int MOST = 1000;

    private final ClassLoader loader;
    private final List<Guarded> all = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();

    public Processors(JavaFileManager files, List<String> options) {
        loader = files.getClassLoader(
                files.hasLocation(StandardLocation.ANNOTATION_PROCESSOR_PATH)
                        ? StandardLocation.ANNOTATION_PROCESSOR_PATH
                        : StandardLocation.CLASS_PATH);
        int named = options.indexOf("-processor");
        if (named >= 0 && named + 1 < options.size()) {
            for (String name : options.get(named + 1).split(",")) {
                addNamed(name.trim());
            }
        } else {
            addServices();
        }
    }

    private void addNamed(String name) {
        try {
            all.add(new Guarded((Processor) loader.loadClass(name).getConstructor().newInstance()));
        } catch (ReflectiveOperationException | LinkageError | ClassCastException problem) {
            Throwable cause = problem.getCause();
            note(name, cause == null ? problem : cause);
        }
    }

    private void addServices() {
        Iterator<Processor> services = ServiceLoader.load(Processor.class, loader).iterator();
        for (int i = 0; i < MOST; i++) {
            try {
                if (!services.hasNext()) {
                    return;
                }
                all.add(new Guarded(services.next()));
            } catch (ServiceConfigurationError problem) {
                String told = String.valueOf(problem.getMessage());
                failures.add(problem.getCause() == null ? told : told + ": " + words(problem.getCause()));
            } catch (LinkageError problem) {
                failures.add("an annotation processor cannot be loaded: " + words(problem));
            }
        }
    }

    public List<? extends Processor> all() {
        return all;
    }

    /**
     * What a source has to name, one of these, for a processor to be concerned with it: the packages of annotations
     * that they ask for. The empty text where one asks for all.
     */
    public Set<String> concerns() {
        Set<String> words = new TreeSet<>();
        for (Guarded one : all) {
            words.addAll(one.concerns());
        }
        return words;
    }

    /** What failed so far; errors where the compilation failed, too. */
    public List<Diagnostic<JavaFileObject>> told(boolean isError) {
        List<Diagnostic<JavaFileObject>> told = new ArrayList<>();
        failures.forEach(failure -> told.add(new Told(FAILED, failure, isError)));
        return told;
    }

    @Override
    public void close() throws IOException {
        if (loader instanceof Closeable) {
            ((Closeable) loader).close();
        }
    }

    private void note(String name, Throwable problem) {
        failures.add("the annotation processor " + name + " failed: " + words(problem));
    }

    /** The problem and what was behind it, in one line. */
    private static String words(Throwable problem) {
        Throwable cause = problem;
        while (cause.getCause() != null && cause.getCause() != cause) {
            cause = cause.getCause();
        }
        String text = cause == problem ? problem.toString() : problem + ", caused by " + cause;
        return text.lines().map(String::trim).reduce((a, b) -> a + " " + b).orElse("");
    }

    /** A processor that is left alone once it has thrown. */
    private final class Guarded implements Processor {
        private final Processor processor;
        private boolean hasFailed;

        public Guarded(Processor processor) {
            this.processor = processor;
        }

        /** Asks without a word where it fails: javac may not have begun with it. */
        Set<String> concerns() {
            // Lombok asks for all and looks at its own.
            String ofAll = processor.getClass().getName().startsWith("lombok.") ? "lombok" : "";
            Set<String> words = new TreeSet<>();
            try {
                for (String asked : processor.getSupportedAnnotationTypes()) {
                    String name = asked.substring(asked.indexOf('/') + 1);
                    boolean isEverywhere = name.startsWith("java.lang.");
                    int end = name.lastIndexOf('.');
                    words.add(end < 0 ? ofAll : isEverywhere ? name.substring(end + 1) : name.substring(0, end));
                }
            } catch (RuntimeException | LinkageError problem) {
                words.add(ofAll);
            }
            return words;
        }

        private <T> T ask(Supplier<T> question, T otherwise) {
            if (hasFailed) {
                return otherwise;
            }
            try {
                return question.get();
            } catch (Throwable problem) {
                if (isOfJavac(problem)) {
                    throw problem;
                }
                hasFailed = true;
                note(processor.getClass().getName(), problem);
                return otherwise;
            }
        }

        /**
         * By these javac says to itself that it stops, or that a class cannot be read, which it tells in its own
         * words.
         */
        private boolean isOfJavac(Throwable problem) {
            return problem.getClass().getName().startsWith("com.sun.tools.javac.") || problem instanceof OutOfMemoryError;
        }

        @Override
        public Set<String> getSupportedOptions() {
            return ask(processor::getSupportedOptions, Set.of());
        }

        @Override
        public Set<String> getSupportedAnnotationTypes() {
            return ask(processor::getSupportedAnnotationTypes, Set.of());
        }

        @Override
        public SourceVersion getSupportedSourceVersion() {
            return ask(processor::getSupportedSourceVersion, SourceVersion.latest());
        }

        @Override
        public void init(ProcessingEnvironment environment) {
            ask(() -> {
                processor.init(environment);
                return true;
            }, false);
        }

        @Override
        public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
            return ask(() -> processor.process(annotations, round), false);
        }

        @Override
        public Iterable<? extends Completion> getCompletions(
                Element element, AnnotationMirror annotation, ExecutableElement member, String text) {
            return List.of();
        }
    }

    /** A message that is about no place in a source. */
    public static final class Told implements Diagnostic<JavaFileObject> {
        private final String code;
        private final String message;
        private final boolean isError;

        public Told(String code, String message, boolean isError) {
            this.code = code;
            this.message = message;
            this.isError = isError;
        }

        @Override
        public Kind getKind() {
            return isError ? Kind.ERROR : Kind.WARNING;
        }

        @Override
        public JavaFileObject getSource() {
            return null;
        }

        @Override
        public long getPosition() {
            return NOPOS;
        }

        @Override
        public long getStartPosition() {
            return NOPOS;
        }

        @Override
        public long getEndPosition() {
            return NOPOS;
        }

        @Override
        public long getLineNumber() {
            return NOPOS;
        }

        @Override
        public long getColumnNumber() {
            return NOPOS;
        }

        @Override
        public String getCode() {
            return code;
        }

        @Override
        public String getMessage(Locale locale) {
            return message;
        }
    }
}
