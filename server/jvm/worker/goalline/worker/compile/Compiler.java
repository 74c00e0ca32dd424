package goalline.worker.compile;

import goalline.worker.classes.BuiltClasses;
import goalline.worker.classes.ClassStore;
import goalline.worker.wire.Output;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TaskEvent;
import com.sun.source.util.TaskListener;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/**
 * Compiles texts in memory, with the sources they need from the source roots; keeps what it compiled until a file
 * changes.
 */
public final class Compiler {
    /** What one compilation gave. */
    public static final class Outcome {
        public boolean ok;
        public final List<Diagnostic<? extends JavaFileObject>> diagnostics = new ArrayList<>();
        public final Set<String> unitClasses = new TreeSet<>();
        public final List<ClassStore.Stored> shared = new ArrayList<>();
        public final List<ClassStore.Stored> own = new ArrayList<>();
        public final Set<String> removedShared = new TreeSet<>();
        public final Set<String> removedOwn = new TreeSet<>();
    }

    /** For the oldest Java that the worker runs on. */
    private static final List<String> OWN_OPTIONS =
            List.of("--release", "11", "-g", "-nowarn", "-Xlint:none", "-proc:none");

    /** How often files that do not compile are left out: others may need them. */
    private static final int MOST_TRIES = 5;

    private final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    private final ClassStore store;
    private final Path probes;
    private MemoryFiles files;
    private Setup setup;
    private List<String> options = List.of();
    /** Shared classes that the user's build made. */
    private final Set<String> taken = new TreeSet<>();

    public Compiler(ClassStore store, Path probes) {
        this.store = store;
        this.probes = probes;
    }

    public void configure(Setup setup) throws IOException {
        this.setup = setup;
        this.options = CompilerOptions.of(setup);
        this.files = newFiles(List.of());
        store.clear();
        taken.clear();
        boolean isBuilt = !setup.built.isEmpty();
        store.setBuilt(isBuilt ? new BuiltClasses(setup.built, setup.sourceRoots) : BuiltClasses.NONE);
    }

    private MemoryFiles newFiles(List<Path> moreClassPath) throws IOException {
        StandardJavaFileManager standard =
                compiler.getStandardFileManager(null, Locale.ROOT, StandardCharsets.UTF_8);
        List<Path> classPath = new ArrayList<>(setup.classPath);
        classPath.addAll(moreClassPath);
        classPath.add(probes);
        standard.setLocationFromPaths(StandardLocation.CLASS_PATH, classPath);
        standard.setLocationFromPaths(StandardLocation.SOURCE_PATH, setup.sourceRoots);
        if (!setup.processorPath.isEmpty()) {
            standard.setLocationFromPaths(StandardLocation.ANNOTATION_PROCESSOR_PATH, setup.processorPath);
        }
        return new MemoryFiles(standard, store, setup.resourceRoots);
    }

    /**
     * Compiles the units into the set; on failure nothing in memory changes except that stale classes are gone. Where
     * it works only without the classes that the user's build made, these are not what their times say: they are used
     * no more.
     */
    public Outcome compile(List<MemoryFiles.Unit> units, int set) {
        Outcome outcome = compileOnce(units, set);
        BuiltClasses built = store.built();
        if (outcome.ok || set != ClassStore.PLAIN || built == BuiltClasses.NONE) {
            return outcome;
        }
        store.setBuilt(BuiltClasses.NONE);
        store.removeAll(ClassStore.SHARED, taken);
        taken.clear();
        Outcome again = compileOnce(units, set);
        if (again.ok) {
            again.removedShared.addAll(outcome.removedShared);
            return again;
        }
        store.setBuilt(built);
        return outcome;
    }

    private Outcome compileOnce(List<MemoryFiles.Unit> units, int set) {
        Outcome outcome = new Outcome();
        List<JavaFileObject> all = new ArrayList<>(units);
        Set<String> hidden = new TreeSet<>();
        store.built().refresh();
        for (String changed : dropStale(outcome, hidden)) {
            files.getJavaFileObjects(Path.of(changed).toFile()).forEach(all::add);
        }
        Set<FileObject> explicit = new LinkedHashSet<>();
        for (MemoryFiles.Unit unit : units) {
            hidden.add(unit.name);
            all.removeIf(file -> file != unit && files.pathOf(file).equals(unit.name));
            explicit.add(unit);
        }
        files.begin(set, hidden);
        run(files, options, all, outcome);
        if (outcome.ok) {
            Set<String> changed = keep(units, explicit, set, outcome);
            takeBuilt(outcome);
            store.built().change(changed);
            recompileUsers(changed, units, set, outcome);
        }
        return outcome;
    }

    /** What the compiled classes name, however far away, is as good as compiled where the build has it. */
    private void takeBuilt(Outcome outcome) {
        Set<String> seen = new TreeSet<>();
        Deque<ClassStore.Stored> open = new ArrayDeque<>(outcome.own);
        open.addAll(outcome.shared);
        while (!open.isEmpty()) {
            for (String name : open.poll().parsed().mentions) {
                ClassStore.Stored built = seen.add(name) && !store.has(name) ? store.built().find(name) : null;
                if (built != null) {
                    store.put(ClassStore.SHARED, built);
                    taken.add(name);
                    open.add(built);
                }
            }
        }
    }

    /**
     * Compiles again the files whose classes mention one of these, whose members have changed. Those that no longer fit
     * are dropped; whatever needs them later gets javac's own message.
     */
    private void recompileUsers(Set<String> changed, List<MemoryFiles.Unit> units, int set, Outcome outcome) {
        if (changed.isEmpty()) {
            return;
        }
        Set<String> fresh = new TreeSet<>();
        outcome.shared.forEach(stored -> fresh.add(stored.name));
        Set<String> users = new TreeSet<>();
        Set<String> others = new TreeSet<>();
        for (ClassStore.Stored stored : store.all(ClassStore.SHARED)) {
            boolean uses = stored.size >= 0
                    && !fresh.contains(stored.name)
                    && !Collections.disjoint(stored.parsed().mentions, changed);
            (uses ? users : others).add(stored.source);
        }
        others.removeAll(users);
        if (users.isEmpty()) {
            return;
        }
        for (ClassStore.Stored stored : store.all(ClassStore.SHARED)) {
            if (users.contains(stored.source)) {
                store.remove(ClassStore.SHARED, stored.name);
                outcome.removedShared.add(stored.name);
            }
        }
        units.forEach(unit -> others.add(unit.name));
        files.begin(set, others);
        List<JavaFileObject> all = new ArrayList<>();
        users.forEach(user -> files.getJavaFileObjects(Path.of(user).toFile()).forEach(all::add));
        Outcome again = new Outcome();
        run(files, options, all, again);
        if (again.ok) {
            keep(List.of(), Set.of(), set, again);
            outcome.shared.addAll(again.shared);
            again.shared.forEach(stored -> outcome.removedShared.remove(stored.name));
        }
    }

    /**
     * Compiles the sources that no other one named, so that who lists a package finds all of it. Files that do not
     * compile are left out: nobody asked for them.
     */
    public void compileRest(int set) throws IOException {
        Set<String> hidden = new TreeSet<>();
        for (int from : new int[] {ClassStore.PLAIN, ClassStore.PROBED, ClassStore.SHARED}) {
            store.all(from).forEach(stored -> hidden.add(stored.source));
        }
        Set<String> open = new TreeSet<>();
        for (Path root : setup.sourceRoots) {
            try (Stream<Path> files = Files.walk(root)) {
                files.map(Path::toString)
                        .filter(file -> file.endsWith(".java") && !file.endsWith("module-info.java"))
                        .forEach(open::add);
            }
        }
        open.removeAll(hidden);
        open.removeIf(store.built()::isMade);
        for (int i = 0; i < MOST_TRIES && !open.isEmpty(); i++) {
            List<JavaFileObject> all = new ArrayList<>();
            open.forEach(file -> files.getJavaFileObjects(Path.of(file).toFile()).forEach(all::add));
            files.begin(set, hidden);
            Outcome outcome = new Outcome();
            run(files, options, all, outcome);
            if (outcome.ok) {
                keep(List.of(), Set.of(), set, outcome);
                return;
            }
            boolean isFewer = false;
            for (Diagnostic<? extends JavaFileObject> one : outcome.diagnostics) {
                boolean isError = one.getKind() == Diagnostic.Kind.ERROR && one.getSource() != null;
                isFewer |= isError && open.remove(files.pathOf(one.getSource()));
            }
            if (!isFewer) {
                return;
            }
        }
    }

    /** Compiles a test class against the plain set and these additional libraries; gives its classes, keeps nothing. */
    public List<MemoryFiles.Written> compileTest(List<MemoryFiles.Unit> units, List<Path> libraries, Outcome outcome)
            throws IOException {
        try (MemoryFiles testFiles = newFiles(libraries)) {
            Set<String> hidden = new TreeSet<>();
            store.all(ClassStore.SHARED).forEach(stored -> hidden.add(stored.source));
            store.all(ClassStore.PLAIN).forEach(stored -> hidden.add(stored.source));
            testFiles.begin(ClassStore.PLAIN, hidden);
            run(testFiles, withoutProcessors(), new ArrayList<>(units), outcome);
            return outcome.ok ? testFiles.writtenClasses() : List.of();
        }
    }

    /** Compiles an implementation of a class that is loaded, as the module is compiled; keeps nothing. */
    public List<MemoryFiles.Written> compileTestDouble(MemoryFiles.Unit unit, Outcome outcome) throws IOException {
        return compileAgainstClasses(List.of(unit), withoutProcessors(), outcome);
    }

    /**
     * Compiles classes of ours that run beside the project's. How old the Java of the module is does not concern
     * them.
     */
    public List<MemoryFiles.Written> compileOwn(List<MemoryFiles.Unit> units, Outcome outcome) throws IOException {
        return compileAgainstClasses(units, OWN_OPTIONS, outcome);
    }

    /**
     * Compiles against class files alone. Sources are not looked at: without processors, those that Lombok and its
     * like add to would lack what is in their classes.
     */
    private List<MemoryFiles.Written> compileAgainstClasses(
            List<MemoryFiles.Unit> units, List<String> options, Outcome outcome) throws IOException {
        try (MemoryFiles classes = newFiles(List.of())) {
            classes.setLocationFromPaths(StandardLocation.SOURCE_PATH, List.of());
            classes.begin(ClassStore.PLAIN, Set.of());
            run(classes, options, new ArrayList<>(units), outcome);
            return outcome.ok ? classes.writtenClasses() : List.of();
        }
    }

    private List<String> withoutProcessors() {
        List<String> plain = new ArrayList<>();
        for (int i = 0; i < options.size(); i++) {
            String option = options.get(i);
            if (option.equals("-processor")) {
                i++;
            } else if (!option.startsWith("-proc") && !option.startsWith("-A")) {
                plain.add(option);
            }
        }
        plain.add("-proc:none");
        return plain;
    }

    /**
     * Writes what the units declare and whom their calls mean: the table of texts, then one entry per unit. Errors keep
     * javac from nothing but the places that have them.
     */
    public void attribute(List<MemoryFiles.Unit> units, Output reply) throws IOException {
        Set<String> hidden = new TreeSet<>();
        for (ClassStore.Stored stored : store.all(ClassStore.SHARED)) {
            if (!isStale(stored)) {
                hidden.add(stored.source);
            }
        }
        units.forEach(unit -> hidden.add(unit.name));
        List<String> lenient = new ArrayList<>(options);
        lenient.add("-XDshould-stop.ifError=FLOW");
        Map<String, Integer> names = new LinkedHashMap<>();
        Output bodies = new Output();
        try (MemoryFiles seen = newFiles(List.of());
                Processors processors = lenient.contains("-proc:none") ? null : new Processors(seen, lenient)) {
            seen.begin(ClassStore.PLAIN, hidden);
            JavacTask task = (JavacTask) compiler.getTask(
                    null, seen, new DiagnosticCollector<>(), lenient, null, new ArrayList<JavaFileObject>(units));
            if (processors != null) {
                task.setProcessors(processors.all());
            }
            List<CompilationUnitTree> trees = new ArrayList<>();
            task.parse().forEach(trees::add);
            task.analyze();
            bodies.varint(trees.size());
            for (CompilationUnitTree tree : trees) {
                new Attribution(task, names).write(tree, bodies);
            }
        }
        reply.texts(names.keySet());
        reply.raw(bodies.array(), bodies.length());
    }

    /**
     * Compiles. Annotation processors see the units alone, and what Lombok and its like add to a source that the
     * units only use would be missing: the sources that javac finds and that name an annotation which a processor
     * asks for become units, too. So do those that it does not find, for the class that it needs is not named after
     * its file.
     */
    private void run(MemoryFiles seen, List<String> options, List<JavaFileObject> units, Outcome outcome) {
        boolean processes = !options.contains("-proc:none");
        Set<String> known = new TreeSet<>();
        units.forEach(unit -> known.add(seen.pathOf(unit)));
        List<JavaFileObject> all = new ArrayList<>(units);
        while (true) {
            DiagnosticCollector<JavaFileObject> collector = new DiagnosticCollector<>();
            StringWriter words = new StringWriter();
            JavacTask task = (JavacTask) compiler.getTask(words, seen, collector, options, null, all);
            Set<String> found = new TreeSet<>();
            List<Diagnostic<JavaFileObject>> told = new ArrayList<>();
            if (processes) {
                task.addTaskListener(new Finder(seen, found));
                Set<String> concerns = new TreeSet<>();
                outcome.ok = callWithProcessors(task, seen, options, told, concerns);
                found.removeIf(path -> known.contains(path) || !namesOneOf(concerns, path));
            } else {
                outcome.ok = task.call();
            }
            if (!outcome.ok) {
                told.addAll(ownFailure(collector.getDiagnostics(), words.toString()));
                found.addAll(Auxiliary.sources(collector.getDiagnostics(), seen));
            }
            found.removeAll(known);
            if (found.isEmpty()) {
                outcome.diagnostics.addAll(told);
                outcome.diagnostics.addAll(collector.getDiagnostics());
                return;
            }
            known.addAll(found);
            found.forEach(path -> seen.getJavaFileObjects(Path.of(path).toFile()).forEach(all::add));
            seen.restart();
        }
    }

    private static boolean callWithProcessors(
            JavacTask task,
            MemoryFiles seen,
            List<String> options,
            List<Diagnostic<JavaFileObject>> told,
            Set<String> concerns) {
        try (Processors processors = new Processors(seen, options)) {
            task.setProcessors(processors.all());
            boolean ok = task.call();
            concerns.addAll(processors.concerns());
            told.addAll(0, processors.told(!ok));
            return ok;
        } catch (IOException notClosed) {
            throw new UncheckedIOException(notClosed);
        }
    }

    /** Whether the source has one of the words; one that cannot be read might. */
    private static boolean namesOneOf(Set<String> words, String path) {
        if (words.contains("")) {
            return true;
        }
        try {
            String text = new String(Files.readAllBytes(Path.of(path)), StandardCharsets.ISO_8859_1);
            return words.stream().anyMatch(text::contains);
        } catch (IOException unreadable) {
            return true;
        }
    }

    /**
     * What ended javac itself (a processor's work on its trees, an expression that is too deep), where it has nothing
     * against the code.
     */
    private static List<Diagnostic<JavaFileObject>> ownFailure(
            List<Diagnostic<? extends JavaFileObject>> diagnostics, String words) {
        if (diagnostics.stream().anyMatch(one -> one.getKind() == Diagnostic.Kind.ERROR)) {
            return List.of();
        }
        List<String> trace = words.lines().map(String::trim).collect(Collectors.toList());
        String cause = "no reason given";
        for (int i = trace.size() - 1; i > 0; i--) {
            if (trace.get(i).startsWith("at ") && !trace.get(i - 1).startsWith("at ")) {
                cause = trace.get(i - 1) + " " + trace.get(i);
                break;
            }
        }
        return List.of(new Processors.Told("goalline.javac", "javac failed: " + cause, true));
    }

    /** Notes the source files on disk that javac parses. */
    private static final class Finder implements TaskListener {
        private final MemoryFiles seen;
        private final Set<String> found;

        public Finder(MemoryFiles seen, Set<String> found) {
            this.seen = seen;
            this.found = found;
        }

        @Override
        public void finished(TaskEvent event) {
            JavaFileObject source = event.getSourceFile();
            if (event.getKind() == TaskEvent.Kind.PARSE
                    && source != null
                    && !(source instanceof MemoryFiles.Written)
                    && Files.isRegularFile(Path.of(seen.pathOf(source)))) {
                found.add(seen.pathOf(source));
            }
        }
    }

    /**
     * Removes the shared classes whose file changed; gives those files that still exist and notes those that did not
     * change.
     */
    private List<String> dropStale(Outcome outcome, Set<String> unchanged) {
        TreeMap<String, Boolean> stale = new TreeMap<>();
        for (ClassStore.Stored stored : store.all(ClassStore.SHARED)) {
            if (stale.computeIfAbsent(stored.source, source -> isStale(stored))) {
                store.remove(ClassStore.SHARED, stored.name);
                outcome.removedShared.add(stored.name);
            }
        }
        List<String> changed = new ArrayList<>();
        stale.forEach((source, isStale) -> {
            if (!isStale) {
                unchanged.add(source);
            } else if (Files.exists(Path.of(source))) {
                changed.add(source);
            }
        });
        return changed;
    }

    private static boolean isStale(ClassStore.Stored stored) {
        if (stored.size < 0) {
            return false;
        }
        java.io.File file = new java.io.File(stored.source);
        return file.lastModified() != stored.modified || file.length() != stored.size;
    }

    /** Takes over what was written; gives the classes of the units that look different to others than before. */
    private Set<String> keep(
            List<MemoryFiles.Unit> units, Set<FileObject> explicit, int set, Outcome outcome) {
        Set<String> changed = new TreeSet<>();
        Set<String> names = new TreeSet<>();
        units.forEach(unit -> names.add(unit.name));
        Map<String, ClassStore.Stored> before = new TreeMap<>();
        for (ClassStore.Stored old : store.all(set)) {
            if (names.contains(old.source)) {
                before.put(old.name, old);
                store.remove(set, old.name);
                outcome.removedOwn.add(old.name);
            }
        }
        Set<FileObject> rewritten = set == ClassStore.PLAIN ? rewrittenUnits(explicit) : Set.of();
        for (MemoryFiles.Written file : files.writtenClasses()) {
            boolean own = explicit.contains(file.sibling);
            ClassStore.Stored built =
                    rewritten.contains(file.sibling) ? store.built().find(file.className) : null;
            ClassStore.Stored stored = built == null ? stamp(file) : built;
            ClassStore.Stored old = before.getOrDefault(file.className, store.findAny(set, file.className));
            if (own && old != null && !old.parsed().surface.equals(stored.parsed().surface)) {
                changed.add(file.className);
            }
            store.put(own ? set : ClassStore.SHARED, stored);
            (own ? outcome.own : outcome.shared).add(stored);
            if (own) {
                outcome.unitClasses.add(file.className);
                outcome.removedOwn.remove(file.className);
            } else {
                outcome.removedShared.remove(file.className);
            }
        }
        files.writtenResources().forEach((path, bytes) -> {
            ClassStore.Stored resource = new ClassStore.Stored(path, bytes, path, 0, -1);
            store.put(ClassStore.SHARED, resource);
            outcome.shared.add(resource);
        });
        changed.addAll(outcome.removedOwn);
        return changed;
    }

    /**
     * The units of which the build changed a class after compiling it, to name others that are there: what tests say
     * without probes has to hold of that. A text that is not on disk was never built.
     */
    private Set<FileObject> rewrittenUnits(Set<FileObject> explicit) {
        Set<FileObject> rewritten = new LinkedHashSet<>();
        for (MemoryFiles.Written file : files.writtenClasses()) {
            if (explicit.contains(file.sibling) && !rewritten.contains(file.sibling)) {
                Set<String> named = store.built().namedBeside(stamp(file));
                boolean isRewritten = !named.isEmpty()
                        && named.stream().allMatch(this::isThere)
                        && file.sibling instanceof MemoryFiles.Unit
                        && ((MemoryFiles.Unit) file.sibling).isOnDisk();
                if (isRewritten) {
                    rewritten.add(file.sibling);
                }
            }
        }
        return rewritten;
    }

    private boolean isThere(String className) {
        String file = className.replace('.', '/') + ".class";
        boolean isOfJdk = ClassLoader.getPlatformClassLoader().getResource(file) != null;
        if (isOfJdk || store.built().find(className) != null) {
            return true;
        }
        try {
            return files.getJavaFileForInput(StandardLocation.CLASS_PATH, className, JavaFileObject.Kind.CLASS) != null;
        } catch (IOException unreadable) {
            return false;
        }
    }

    private ClassStore.Stored stamp(MemoryFiles.Written file) {
        FileObject sibling = file.sibling;
        if (sibling == null || sibling instanceof MemoryFiles.Unit || sibling instanceof MemoryFiles.Written) {
            String source = sibling == null ? file.getName() : sibling.getName();
            return new ClassStore.Stored(file.className, file.content(), source, 0, -1);
        }
        String source = files.pathOf(sibling);
        java.io.File onDisk = new java.io.File(source);
        return new ClassStore.Stored(
                file.className, file.content(), source, onDisk.lastModified(), onDisk.length());
    }
}
