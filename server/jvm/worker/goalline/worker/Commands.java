package goalline.worker;

import goalline.probe.Recorder;
import goalline.worker.classes.ClassFolder;
import goalline.worker.classes.ClassStore;
import goalline.worker.classes.KeptLibraries;
import goalline.worker.classes.Libraries;
import goalline.worker.classes.ProjectLoader;
import goalline.worker.compile.Checker;
import goalline.worker.compile.Compiler;
import goalline.worker.compile.MemoryFiles;
import goalline.worker.compile.Setup;
import goalline.worker.describe.Describer;
import goalline.worker.describe.Subclasses;
import goalline.worker.run.Details;
import goalline.worker.run.Linkage;
import goalline.worker.run.Runner;
import goalline.worker.run.TestDoubles;
import goalline.worker.run.UserTests;
import goalline.worker.run.Watchdog;
import goalline.worker.wire.Input;
import goalline.worker.wire.Output;
import goalline.worker.wire.Protocol;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.tools.Diagnostic;
import javax.tools.JavaFileObject;

/** Answers each request frame with one frame; what the requests mean is in the classes it calls. */
public final class Commands {
    /** Copies of the libraries that user's tests may have in one process, at most. */
    private static final int MOST_COPIES = 8;

    private static final int BIG_STACK = 16 << 20;
    /** Identity hashes of tests begin after a multiple of this. */
    private static final int HASHES = 1 << 16;

    private final OutputStream out;
    private final ClassStore store = new ClassStore();
    private final Compiler compiler;
    private final Details details = new Details();
    private final Runner runner;
    private final Watchdog watchdog;
    /** The class that drives JUnit's launcher, compiled for the JUnit of this setup. */
    private final Map<String, byte[]> launch = new HashMap<>();
    private Setup setup;
    private Libraries libraries;
    /** Those that the user's tests run in, one class after the other; null before the first. */
    private Libraries ofUserTests;

    /** How many copies of libraries user's tests have had before these. */
    private int copiesOfLibraries;

    private final KeptLibraries kept = new KeptLibraries(path -> new Libraries(path, setup));

    /** {@code successor} serves the frames that follow when the thread that did so is given up. */
    public Commands(OutputStream out, String probes, Runnable successor) {
        ClassFolder.prepare();
        this.out = out;
        this.compiler = new Compiler(store, Path.of(probes));
        this.runner = new Runner(store, new TestDoubles(this::compileTestDouble), details, this::tell);
        this.watchdog = new Watchdog(runner, out, successor);
        watchdog.start();
        configure(Setup.NOTHING);
    }

    /** Whether the frame asks for tests to be run. */
    public static boolean isBatch(byte[] frame) {
        return (frame[0] & 0xFF) == Protocol.RUN;
    }

    /**
     * Makes what tests find the same in each process: the watchdog does nothing more for the first time, and identity
     * hashes, which the JVM hands out in a row, go on from a round number. How many were used before is a matter of
     * chance, and texts of small ones are shorter.
     */
    public void settle() throws InterruptedException {
        watchdog.awaitReady();
        int used = 0;
        while (used < HASHES && System.identityHashCode(new Object()) % HASHES != 0) {
            used++;
        }
    }

    /** Tests run on the thread that calls from now on. */
    public void takeTurn() {
        runner.takeTurn();
    }

    public void handle(byte[] frame) throws IOException {
        watchdog.isServing = true;
        answer(frame);
        watchdog.isServing = false;
    }

    private void answer(byte[] frame) throws IOException {
        Input input = new Input(frame, 1);
        int kind = frame[0] & 0xFF;
        if (kind == Protocol.RUN) {
            run(input);
        } else if (kind == Protocol.LINK) {
            runner.links.read(input);
        } else {
            Output reply = new Output();
            reply.u8(Protocol.DONE);
            Throwable problem = onBigStack(() -> answer(kind, input, reply));
            if (problem != null) {
                reply.truncate(0);
                reply.u8(Protocol.FAILED);
                reply.text(chain(problem));
            }
            Main.sendFrame(out, reply.array(), reply.length());
        }
    }

    /** The problem and its causes, and where the innermost one came from. */
    private static String chain(Throwable problem) {
        StringBuilder text = new StringBuilder(problem.toString());
        Throwable at = problem;
        while (at.getCause() != null) {
            at = at.getCause();
            text.append("; caused by ").append(at);
        }
        StackTraceElement[] frames = at.getStackTrace();
        for (int i = 0; i < Math.min(4, frames.length); i++) {
            text.append("; at ").append(frames[i]);
        }
        return text.toString();
    }

    /** Something that may throw. */
    private interface Step {
        void run() throws Throwable;
    }

    private static Throwable onBigStack(Step step) {
        Throwable[] problem = new Throwable[1];
        Thread thread = new Thread(Main.OWN, () -> {
            try {
                step.run();
            } catch (Throwable any) {
                problem[0] = any;
            }
        }, "goalline command", BIG_STACK);
        thread.start();
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException fromAProcessor) {
                continue;
            }
        }
        return problem[0];
    }

    private void answer(int kind, Input input, Output reply) throws Throwable {
        switch (kind) {
            case Protocol.HELLO:
                reply.varint(Protocol.VERSION);
                reply.varint(Runtime.version().feature());
                reply.text(System.getProperty("java.version"));
                break;
            case Protocol.CONFIGURE:
                configure(Setup.read(input));
                break;
            case Protocol.COMPILE:
                compile(input, reply);
                break;
            case Protocol.CLASSES:
                readClasses(input);
                break;
            case Protocol.DESCRIBE:
                describe(input, reply);
                break;
            case Protocol.PREPARE:
                Recorder.prepare(input.count(), input.count());
                details.prepare(input);
                break;
            case Protocol.CHECK:
                check(input, reply);
                break;
            case Protocol.ATTRIBUTE:
                compiler.attribute(units(input), reply);
                break;
            case Protocol.USER_TESTS:
                runUserTests(input);
                break;
            default:
                throw new IllegalArgumentException("unknown frame kind " + kind);
        }
    }

    private void run(Input input) throws IOException {
        watchdog.mayExit = true;
        finish(runner.run(input));
    }

    /** Ends batches up to this number early; called by a thread that runs no tests. */
    public void cut(int last) {
        watchdog.cut(last);
    }

    /** Says which statement begins. */
    private void tell(int statement) {
        Output frame = new Output();
        frame.u8(Protocol.AT);
        frame.varint(statement);
        try {
            Main.sendFrame(out, frame.array(), frame.length());
        } catch (IOException closed) {
            // Nobody listens any more: the process ends soon.
            return;
        }
    }

    /** Carries on, on the thread that calls, with the batch of a thread that was given up. */
    public void succeed() throws IOException {
        finish(runner.succeed());
        watchdog.isServing = false;
    }

    /** Whether the thread that calls has been given up: another one serves in its place. */
    public boolean isGivenUp() {
        return runner.turn.thread != Thread.currentThread() || runner.turn.isLost();
    }

    private void finish(int state) throws IOException {
        watchdog.mayExit = false;
        if (!runner.claimed.compareAndSet(false, true)) {
            if (runner.isCut()) {
                return;
            }
            // The watchdog has sent the results and is ending the process.
            awaitTheEnd();
        }
        if (state != Protocol.CUT) {
            runner.writeSeen();
        }
        Output output = runner.output;
        int told = state == Protocol.COMPLETE && (watchdog.isWorn || runner.isWorn) ? Protocol.WORN : state;
        Watchdog.fillHeader(output.array(), told, runner.finished, 0);
        Main.sendFrame(out, output.array(), output.length());
    }

    /** Does nothing more until the process ends. */
    static void awaitTheEnd() {
        while (true) {
            try {
                Thread.sleep(1000);
            } catch (InterruptedException again) {
                continue;
            }
        }
    }

    private void configure(Setup newSetup) {
        setup = newSetup;
        try {
            compiler.configure(newSetup);
        } catch (IOException problem) {
            throw new java.io.UncheckedIOException(problem);
        }
        if (libraries != null) {
            libraries.close();
        }
        launch.clear();
        kept.forget();
        libraries = Libraries.toSearchWith(setup);
        forgetOfUserTests();
        runner.renew(libraries);
    }

    private static List<MemoryFiles.Unit> units(Input input) {
        List<MemoryFiles.Unit> units = new ArrayList<>();
        int count = input.count();
        for (int i = 0; i < count; i++) {
            units.add(new MemoryFiles.Unit(input.text(), input.text()));
        }
        return units;
    }

    private void compile(Input input, Output reply) {
        int set = input.u8();
        Compiler.Outcome outcome = compiler.compile(units(input), set);
        runner.renew(libraries);
        kept.forget();
        reply.u8(outcome.ok ? 1 : 0);
        diagnostics(outcome, reply);
        reply.texts(outcome.unitClasses);
        reply.texts(outcome.removedOwn);
        reply.texts(outcome.removedShared);
        classes(outcome.own, reply);
        classes(outcome.shared, reply);
    }

    private static void diagnostics(Compiler.Outcome outcome, Output reply) {
        reply.varint(outcome.diagnostics.size());
        for (Diagnostic<? extends JavaFileObject> diagnostic : outcome.diagnostics) {
            JavaFileObject source = diagnostic.getSource();
            reply.text(source == null ? "" : source.getName());
            reply.zigzag(diagnostic.getStartPosition());
            reply.zigzag(diagnostic.getPosition());
            reply.zigzag(diagnostic.getEndPosition());
            reply.varint(Math.max(0, diagnostic.getLineNumber()));
            reply.varint(Math.max(0, diagnostic.getColumnNumber()));
            reply.text(diagnostic.getCode() == null ? "" : diagnostic.getCode());
            reply.text(diagnostic.getMessage(java.util.Locale.ROOT));
            reply.u8(diagnostic.getKind() == Diagnostic.Kind.ERROR ? 1 : 0);
        }
    }

    private static void classes(List<ClassStore.Stored> classes, Output reply) {
        reply.varint(classes.size());
        for (ClassStore.Stored stored : classes) {
            reply.text(stored.name);
            reply.bytes(stored.bytes);
            reply.text(stored.source);
            reply.zigzag(stored.modified);
            reply.zigzag(stored.size);
        }
    }

    private void readClasses(Input input) {
        for (int set = 0; set < 3; set++) {
            store.removeAll(set, input.texts());
            int count = input.count();
            for (int i = 0; i < count; i++) {
                store.put(set, new ClassStore.Stored(
                        input.text(), input.bytes(), input.text(), input.zigzag(), input.zigzag()));
            }
        }
        runner.renew(libraries);
        kept.forget();
    }

    private void describe(Input input, Output reply) {
        int depth = input.count();
        List<String> roots = input.texts();
        List<String> allowed = input.texts();
        libraries.refresh(store);
        ProjectLoader loader = new ProjectLoader(store, libraries, ClassStore.PROBED, Map.of());
        new Describer(loader, new Subclasses(store), allowed, depth, reply).describe(roots);
    }

    private Map<String, byte[]> compileTestDouble(String name, String text) {
        Compiler.Outcome outcome = new Compiler.Outcome();
        Map<String, byte[]> classes = new HashMap<>();
        runner.toggleClock();
        Throwable problem = onBigStack(() -> {
            MemoryFiles.Unit unit = new MemoryFiles.Unit(name.replace('.', '/') + ".java", text);
            for (MemoryFiles.Written file : compiler.compileTestDouble(unit, outcome)) {
                classes.put(file.className, file.content());
            }
        });
        runner.toggleClock();
        if (problem != null || classes.isEmpty()) {
            String reason = problem != null ? problem.toString() : outcome.diagnostics.get(0).getMessage(null);
            throw new Linkage.Unlinkable("no test double " + name + ": " + reason);
        }
        return classes;
    }

    private void compileRest(int set) {
        Throwable problem = onBigStack(() -> compiler.compileRest(set));
        if (problem != null) {
            throw new IllegalStateException(problem);
        }
    }

    private Libraries libraries(List<Path> classPath) {
        Libraries libraries = new Libraries(classPath, setup);
        libraries.refresh(store);
        return libraries;
    }

    private void check(Input input, Output reply) throws Exception {
        String testClass = input.text();
        int times = input.count();
        int timeLimit = input.count();
        List<Path> testPath = Setup.paths(input);
        List<MemoryFiles.Unit> units = units(input);
        Compiler.Outcome outcome = new Compiler.Outcome();
        List<MemoryFiles.Written> classes = compiler.compileTest(units, testPath, outcome);
        List<Checker.Result> results = List.of();
        boolean stuck = false;
        if (outcome.ok) {
            List<Path> all = new ArrayList<>(setup.classPath);
            all.addAll(testPath);
            Libraries first = kept.of(all, store);
            Checker checker = new Checker(store, first, () -> libraries(all), classes, testClass, timeLimit);
            watchdog.mayExit = true;
            results = checker.run(times);
            watchdog.mayExit = false;
            stuck = checker.stuck;
            checker.close();
            if (results.stream().anyMatch(result -> result.failure != null)) {
                kept.forget();
            }
        }
        reply.u8(outcome.ok ? 1 : 0);
        diagnostics(outcome, reply);
        reply.u8(stuck ? 1 : 0);
        reply.varint(results.size());
        for (Checker.Result result : results) {
            reply.text(result.method);
            reply.optional(result.failure);
        }
    }

    private void runUserTests(Input input) throws Throwable {
        int set = input.u8();
        int how = input.u8();
        List<MemoryFiles.Unit> units = units(input);
        if (launch.isEmpty()) {
            Compiler.Outcome outcome = new Compiler.Outcome();
            for (MemoryFiles.Written file : compiler.compileOwn(units, outcome)) {
                launch.put(file.className, file.content());
            }
            if (!outcome.ok) {
                throw new IllegalStateException(
                        "JUnit's launcher does not fit: " + outcome.diagnostics.get(0).getMessage(null));
            }
        }
        int copies = copiesOfLibraries + (ofUserTests == null ? 0 : ofUserTests.copies());
        if (copies > MOST_COPIES) {
            // What tests registered in the JVM keeps old copies alive; another process has none.
            Runtime.getRuntime().halt(Protocol.RETIRED);
        }
        if ((how & UserTests.ISOLATED) != 0) {
            forgetOfUserTests();
        }
        if (ofUserTests == null) {
            ofUserTests = new Libraries(setup.classPath, setup);
        }
        watchdog.mayExit = true;
        new UserTests(out, store, ofUserTests, details, () -> compileRest(set))
                .run(set, launch, how, input.text(), input.texts(), input.texts());
        watchdog.mayExit = false;
    }

    private void forgetOfUserTests() {
        if (ofUserTests != null) {
            copiesOfLibraries += ofUserTests.copies();
            ofUserTests.close();
        }
        ofUserTests = null;
    }
}
