package goalline.worker.compile;

import goalline.worker.classes.ClassStore;
import goalline.worker.classes.Initialisers;
import goalline.worker.classes.Libraries;
import goalline.worker.classes.ProjectLoader;
import goalline.worker.state.StaticState;

import java.lang.annotation.Annotation;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TimeZone;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Runs the test methods of a compiled JUnit class, each on a new object: one by one in class loaders in which nothing
 * has changed, as here and as on a machine elsewhere, then all in one class loader, in order and in reverse.
 */
public final class Checker {
    /** How one test method fared. */
    public static final class Result {
        public final String method;
        public final String failure;

        public Result(String method, String failure) {
            this.method = method;
            this.failure = failure;
        }
    }

    private static final Set<String> TEST = Set.of(
            "org.junit.jupiter.api.Test",
            "org.junit.jupiter.params.ParameterizedTest",
            "org.junit.Test",
            "org.testng.annotations.Test");
    private static final Set<String> BEFORE = Set.of(
            "org.junit.jupiter.api.BeforeEach", "org.junit.Before", "org.testng.annotations.BeforeMethod");
    /** The places of answers that no call asked for, as Mockito lists them. */
    private static final Pattern PLACE = Pattern.compile("-> at [^\\n]*:(\\d+)\\)");

    /** Times as long a test may take where the library for mocks starts in it: on a busy machine that takes seconds. */
    private static final long MOCKS_TAKE = 6;

    /** The same for static initialisers, which run once. */
    private static final long COLD_TAKES = 5;

    private static final long LOOKS_EVERY = 50;

    /** Half a day: where it is morning here, it is afternoon there. */
    private static final int HALF_A_DAY = 12 * 3_600_000;

    /** What a failure begins with that only such a machine shows. */
    private static final String ELSEWHERE = "on a machine with another language and time zone: ";

    /** Test classes for tests that run alone, of one kind of machine: its language is in what initialisers make. */
    private final class Alone {
        private final StaticState state = new StaticState(() -> loader(first));
        private Class<?> untouched;

        String run(String method) throws ReflectiveOperationException {
            Class<?> type = untouched == null ? load() : untouched;
            untouched = null;
            String failure = runIn(type, method);
            // A library for mocks keeps by class how its mocks are made, and by thread what they are told: each test
            // has a thread of its own.
            if (!stuck && state.isAsInitialised((ProjectLoader) type.getClassLoader())) {
                untouched = type;
            }
            return failure;
        }
    }

    private final Alone here = new Alone();
    private final Alone elsewhere = new Alone();

    private final ClassStore store;
    private final Libraries first;
    private final Supplier<Libraries> more;
    /** Those beside the first ones. */
    private final List<Libraries> loaded = new ArrayList<>();
    private final Map<String, byte[]> testClasses = new HashMap<>();
    private final String testClass;
    private final int timeLimit;
    private boolean mocks;
    /** Whether a test did not come back: its thread still runs. */
    public boolean stuck;

    /** {@code more} gives libraries that nothing was loaded from, for tests that cannot share the first ones. */
    public Checker(
            ClassStore store,
            Libraries first,
            Supplier<Libraries> more,
            List<MemoryFiles.Written> classes,
            String testClass,
            int timeLimit) {
        this.store = store;
        this.first = first;
        this.more = more;
        this.testClass = testClass;
        this.timeLimit = timeLimit;
        for (MemoryFiles.Written file : classes) {
            testClasses.put(file.className, file.content());
            mocks |= MockSession.isFor(file.content());
        }
    }

    public List<Result> run(int times) throws ReflectiveOperationException {
        List<Result> results = new ArrayList<>();
        for (String method : testMethods()) {
            String failure = null;
            for (int i = 0; i < times && failure == null && !stuck; i++) {
                failure = i % 2 == 0 ? here.run(method) : runElsewhere(method);
            }
            results.add(new Result(method, stuck && failure == null ? "not run: an earlier test did not end" : failure));
        }
        together(results);
        Collections.reverse(results);
        together(results);
        Collections.reverse(results);
        return results;
    }

    /** The time zone of those whose clocks show half a day more or less now. */
    private static TimeZone onTheOtherSide(TimeZone zone) {
        int offset = zone.getOffset(System.currentTimeMillis());
        int minutes = (offset > 0 ? offset - HALF_A_DAY : offset + HALF_A_DAY) / 60_000;
        String sign = minutes < 0 ? "-" : "+";
        int of = Math.abs(minutes);
        return TimeZone.getTimeZone(String.format(Locale.ROOT, "GMT%s%02d:%02d", sign, of / 60, of % 60));
    }

    /** Runs the test where another language is spoken and the sun stands elsewhere: colleagues live there. */
    private String runElsewhere(String method) throws ReflectiveOperationException {
        Locale display = Locale.getDefault(Locale.Category.DISPLAY);
        Locale format = Locale.getDefault(Locale.Category.FORMAT);
        Locale locale = Locale.getDefault();
        TimeZone zone = TimeZone.getDefault();
        Locale.setDefault(locale.getLanguage().equals("de") ? Locale.FRANCE : Locale.GERMANY);
        TimeZone.setDefault(onTheOtherSide(zone));
        try {
            String failure = elsewhere.run(method);
            return failure == null ? null : ELSEWHERE + failure;
        } finally {
            Locale.setDefault(locale);
            Locale.setDefault(Locale.Category.DISPLAY, display);
            Locale.setDefault(Locale.Category.FORMAT, format);
            TimeZone.setDefault(zone);
        }
    }

    /** Runs those that passed alone one after the other: who fails here cannot bear what the others leave behind. */
    private void together(List<Result> results) throws ReflectiveOperationException {
        Class<?> type = load();
        for (int i = 0; i < results.size() && !stuck; i++) {
            Result alone = results.get(i);
            String failure = alone.failure == null ? runIn(type, alone.method) : null;
            if (failure != null) {
                results.set(i, new Result(alone.method, "together with other tests: " + failure));
            }
        }
    }

    private Class<?> load() throws ClassNotFoundException {
        Libraries from = first;
        if (mocks && MockSession.keepsClasses(first.loader())) {
            from = more.get();
            loaded.add(from);
        }
        return loader(from).find(testClass);
    }

    private ProjectLoader loader(Libraries from) {
        return new ProjectLoader(store, from, ClassStore.PLAIN, testClasses);
    }

    /** Closes what the tests were loaded from, the first libraries left out. */
    public void close() {
        loaded.forEach(Libraries::close);
    }

    private List<String> testMethods() throws ClassNotFoundException {
        List<String> names = new ArrayList<>();
        Method[] methods = load().getDeclaredMethods();
        Arrays.sort(methods, Comparator.comparing(Method::getName));
        for (Method method : methods) {
            if (annotation(method) != null) {
                names.add(method.getName());
            }
        }
        return names;
    }

    private static Annotation annotation(Method method) {
        for (Annotation annotation : method.getDeclaredAnnotations()) {
            if (TEST.contains(annotation.annotationType().getName())) {
                return annotation;
            }
        }
        return null;
    }

    private static boolean isAnnotated(Method method, Set<String> names) {
        for (Annotation annotation : method.getDeclaredAnnotations()) {
            if (names.contains(annotation.annotationType().getName())) {
                return true;
            }
        }
        return false;
    }

    /** Why the test failed, or null. */
    private String runIn(Class<?> type, String name) throws ReflectiveOperationException {
        Method method = method(type, name);
        List<Object[]> rows = Rows.of(method);
        Constructor<?> constructor = type.getDeclaredConstructor();
        constructor.setAccessible(true);
        method.setAccessible(true);
        Throwable[] thrown = new Throwable[1];
        Thread thread = new Thread(null, () -> {
            for (int i = 0; i < rows.size() && thrown[0] == null; i++) {
                thrown[0] = thrownBy(method, constructor, rows.get(i));
            }
        }, "main", 2 << 20);
        thread.setDaemon(true);
        thread.setContextClassLoader(type.getClassLoader());
        thread.start();
        long limit = (mocks ? MOCKS_TAKE * timeLimit : timeLimit) * rows.size();
        try {
            await(thread, limit);
        } catch (InterruptedException fromTest) {
            return "interrupted the thread that runs the tests";
        }
        if (thread.isAlive()) {
            stuck = true;
            return "did not end within " + limit + " ms";
        }
        return verdict(annotation(method), thrown[0]);
    }

    /** Waits for the thread's end, at most for so long: what cold classes take is not the test's time. */
    private static void await(Thread thread, long limit) throws InterruptedException {
        long own = 0;
        long cold = 0;
        while (thread.isAlive() && own < limit && cold < COLD_TAKES * limit) {
            thread.join(LOOKS_EVERY);
            if (Initialisers.areRunBy(thread)) {
                cold += LOOKS_EVERY;
            } else {
                own += LOOKS_EVERY;
            }
        }
    }

    /** The one test method of this name. */
    private static Method method(Class<?> type, String name) throws NoSuchMethodException {
        for (Method method : type.getDeclaredMethods()) {
            if (method.getName().equals(name) && annotation(method) != null) {
                return method;
            }
        }
        throw new NoSuchMethodException(name);
    }

    private Throwable thrownBy(Method method, Constructor<?> constructor, Object[] row) {
        MockSession session = null;
        Throwable thrown = null;
        try {
            Object test = constructor.newInstance();
            session = mocks ? MockSession.start(test) : null;
            for (Method before : test.getClass().getDeclaredMethods()) {
                if (isAnnotated(before, BEFORE)) {
                    before.setAccessible(true);
                    before.invoke(test);
                }
            }
            method.invoke(test, row);
        } catch (InvocationTargetException fromTest) {
            thrown = fromTest.getCause();
        } catch (Throwable other) {
            thrown = other;
        }
        try {
            if (session != null) {
                session.finish(thrown);
            }
        } catch (Throwable fromMockito) {
            return fromMockito;
        }
        return thrown;
    }

    private String verdict(Annotation annotation, Throwable thrown) throws ReflectiveOperationException {
        Class<?> expected = null;
        if (annotation.annotationType().getName().equals("org.testng.annotations.Test")) {
            Object all = annotation.annotationType().getMethod("expectedExceptions").invoke(annotation);
            Class<?>[] classes = (Class<?>[]) all;
            expected = classes.length == 0 ? null : classes[0];
        }
        if (annotation.annotationType().getName().equals("org.junit.Test")) {
            Object value = annotation.annotationType().getMethod("expected").invoke(annotation);
            expected = value.toString().endsWith("Test$None") ? null : (Class<?>) value;
        }
        if (expected != null) {
            return expected.isInstance(thrown) ? null : "expected " + expected.getName() + ", not " + text(thrown);
        }
        return thrown == null ? null : text(thrown);
    }

    /** What was behind an initialiser that failed: of itself that says nothing. */
    private static String cause(Throwable thrown) {
        Throwable cause = thrown instanceof ExceptionInInitializerError ? thrown.getCause() : null;
        if (cause == null) {
            return "";
        }
        try {
            return ", caused by " + cause.toString().split("\\R", 2)[0];
        } catch (Throwable fromToString) {
            return ", caused by " + cause.getClass().getName();
        }
    }

    private String text(Throwable thrown) {
        if (thrown == null) {
            return "nothing thrown";
        }
        String text;
        try {
            text = thrown.toString();
        } catch (Throwable fromToString) {
            text = thrown.getClass().getName();
        }
        if (thrown.getClass().getName().equals("org.mockito.exceptions.misusing.UnnecessaryStubbingException")) {
            List<String> lines = new ArrayList<>();
            for (Matcher place = PLACE.matcher(text); place.find();) {
                lines.add(place.group(1));
            }
            return "answers that no call asks for at line " + String.join(", ", lines);
        }
        text += cause(thrown);
        for (StackTraceElement frame : thrown.getStackTrace()) {
            if (frame.getClassName().equals(testClass)) {
                return text + " at line " + frame.getLineNumber();
            }
        }
        return text;
    }
}
