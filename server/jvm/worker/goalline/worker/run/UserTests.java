package goalline.worker.run;

import goalline.probe.Callers;
import goalline.probe.Recorder;
import goalline.worker.Main;
import goalline.worker.classes.ClassPathProperties;
import goalline.worker.classes.ClassStore;
import goalline.worker.classes.Libraries;
import goalline.worker.classes.ProjectLoader;
import goalline.worker.wire.Output;
import goalline.worker.wire.Protocol;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TimeZone;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Runs one of the user's own test classes in a new class loader and sends a frame as each test starts and ends;
 * judges none.
 */
public final class UserTests {
    private static final String LAUNCH = "goalline.usertests.Launch";
    /** As much as the java program gives to its main thread. */
    private static final int STACK = 1 << 20;

    /** In the opposite order. */
    private static final int REVERSED = 1;
    /** Once before, unheard. */
    private static final int WARMED = 2;
    /** In libraries that no test has used. */
    public static final int ISOLATED = 4;

    private static final int LONGEST_REASON = 400;
    /** The same where a cause is told behind it. */
    private static final int LONGEST_WITH_CAUSE = 160;

    /** Causes behind causes that are looked at. */
    private static final int MOST_CAUSES = 20;

    private final OutputStream out;
    private final Details details;
    private final Outcomes outcomes;
    private final ClassStore store;
    private final Libraries libraries;
    private final Runnable complete;

    /** {@code complete} compiles what no test names, before somebody looks for it. */
    public UserTests(OutputStream out, ClassStore store, Libraries libraries, Details details, Runnable complete) {
        this.complete = complete;
        this.details = details;
        this.outcomes = new Outcomes(new Links(), details);
        this.out = out;
        this.store = store;
        this.libraries = libraries;
    }

    /** Runs tests of the class in a set of classes, as {@code how} says; throws where the launcher does not work. */
    public void run(
            int set,
            Map<String, byte[]> launch,
            int how,
            String testClass,
            List<String> only,
            List<String> never)
            throws Throwable {
        libraries.refresh(store);
        ProjectLoader loader = new ProjectLoader(store, libraries, set, launch, complete, testClass);
        Throwable[] problem = new Throwable[1];
        Thread thread = new Thread(new ThreadGroup("tests"), () -> {
            try {
                launch(loader, testClass, how, new HashSet<>(only), new HashSet<>(never));
            } catch (Throwable any) {
                problem[0] = any;
            }
        }, "main", STACK);
        thread.setContextClassLoader(loader);
        Properties properties = (Properties) System.getProperties().clone();
        Locale locale = Locale.getDefault();
        TimeZone zone = TimeZone.getDefault();
        System.setProperties(new ClassPathProperties(properties, loader, libraries.beside()));
        thread.start();
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException fromATest) {
                continue;
            }
        }
        Recorder.end();
        Callers.watch(null, null);
        System.setProperties(properties);
        Locale.setDefault(locale);
        TimeZone.setDefault(zone);
        Main.restoreStreams();
        if (problem[0] != null) {
            throw problem[0];
        }
    }

    @SuppressWarnings("unchecked")
    private void launch(
            ProjectLoader loader, String testClass, int how, Set<String> only, Set<String> never)
            throws ReflectiveOperationException {
        Class<?> type = loader.find(testClass);
        Object launcher = loader.find(LAUNCH).getDeclaredConstructor().newInstance();
        Consumer<Object[]> listener = this::tell;
        if (details.calls.wanted) {
            Callers.watch(testClasses(type), details.calls);
        }
        if ((how & WARMED) != 0) {
            Consumer<Object[]> unheard = event -> {};
            ((Consumer<Object[]>) launcher).accept(new Object[] {type, only, never, unheard, false});
        }
        begin();
        boolean reversed = (how & REVERSED) != 0;
        ((Consumer<Object[]>) launcher).accept(new Object[] {type, only, never, listener, reversed});
    }

    /**
     * The top-level classes that the tests of a class stand in: its own, and those of what it and its nested classes
     * inherit.
     */
    private static Set<String> testClasses(Class<?> type) {
        Set<String> names = new HashSet<>();
        Deque<Class<?>> open = new ArrayDeque<>(List.of(type));
        while (!open.isEmpty()) {
            Class<?> next = open.pop();
            if (next.getName().startsWith("java.") || !names.add(next.getName())) {
                continue;
            }
            try {
                Collections.addAll(open, next.getDeclaredClasses());
                Collections.addAll(open, next.getInterfaces());
            } catch (LinkageError notThere) {
                continue;
            }
            if (next.getSuperclass() != null) {
                open.push(next.getSuperclass());
            }
        }
        return names.stream().map(Callers::outermost).collect(Collectors.toSet());
    }

    private void begin() {
        Recorder.begin(Long.MAX_VALUE);
        details.begin(-1);
    }

    /**
     * What ran since the last test ended belongs to the test that ends now: constructors and set-up run before its
     * start.
     */
    private void tell(Object[] event) {
        boolean ended = (Boolean) event[0];
        Output frame = new Output();
        frame.u8(ended ? Protocol.TEST_ENDED : Protocol.TEST_STARTED);
        for (int i = 1; i <= 4; i++) {
            frame.text((String) event[i]);
        }
        if (ended) {
            Recorder.end();
            frame.u8((Integer) event[5]);
            frame.optional(reason(event[6], (String) event[2]));
            outcomes.writeTrace(frame, Long.MAX_VALUE - Recorder.stepsLeft);
        }
        try {
            Main.sendFrame(out, frame.array(), frame.length());
        } catch (IOException closed) {
            throw new UncheckedIOException(closed);
        }
        if (ended) {
            begin();
        }
    }

    /** What was thrown, with its line in the test class and what was behind it. */
    private static String reason(Object reason, String testClass) {
        if (!(reason instanceof Throwable)) {
            return (String) reason;
        }
        Throwable thrown = (Throwable) reason;
        Throwable cause = thrown;
        for (int i = 0; i < MOST_CAUSES && cause.getCause() != null; i++) {
            cause = cause.getCause();
        }
        // A container that does not start tells all that it is made of; why it does not start is what helps.
        StringBuilder text = new StringBuilder(words(thrown, cause == thrown ? LONGEST_REASON : LONGEST_WITH_CAUSE));
        for (StackTraceElement frame : thrown.getStackTrace()) {
            if (frame.getClassName().equals(testClass)) {
                text.append(" at line ").append(frame.getLineNumber());
                break;
            }
        }
        if (cause != thrown && text.indexOf(cause.getClass().getName()) < 0) {
            text.append(", caused by ").append(words(cause, LONGEST_REASON));
        }
        return text.toString();
    }

    private static String words(Throwable thrown, int longest) {
        String text;
        try {
            // Mockito's messages begin with an empty line; the first line is what is shown.
            text = thrown.toString().replaceFirst(":\\s+", ": ");
        } catch (Throwable fromToString) {
            text = thrown.getClass().getName();
        }
        return text.length() > longest ? text.substring(0, longest) + "..." : text;
    }
}
