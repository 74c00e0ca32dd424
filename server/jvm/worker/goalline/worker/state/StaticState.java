package goalline.worker.state;

import goalline.probe.Recorder;
import goalline.worker.classes.ClassFile;
import goalline.worker.classes.ProjectLoader;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Says whether a test left the classes of its loader as their initialisers make them: then the next test finds there
 * what it would find in a loader of its own, and need not wait for one. Compares what static fields hold with what
 * they hold in a loader in which nothing else ran. Where that cannot be told, the classes count as changed.
 */
public final class StaticState {
    /** What is known of a class by its name alone. */
    private static final class Initial {
        /** Nothing of it can change. */
        static final Initial NOTHING = new Initial(false, 0);
        /** Nobody can tell, or its initialiser does what a test would show. */
        static final Initial UNKNOWN = new Initial(false, 0);

        final boolean isHeld;
        final long print;

        Initial(boolean isHeld, long print) {
            this.isHeld = isHeld;
            this.print = print;
        }
    }

    private static final long STEPS = 100_000;

    /** Asks whether a class still waits for its initialiser; null where this JVM does not say. */
    private static final MethodHandle WAITS = waits();

    private final Supplier<ProjectLoader> loaders;
    private final Map<String, Initial> initial = new HashMap<>();
    /** In which classes are initialised and no test runs. */
    private ProjectLoader untouched;

    /** {@code loaders} gives loaders of the classes as they are now. */
    public StaticState(Supplier<ProjectLoader> loaders) {
        this.loaders = loaders;
    }

    /** Forgets all: there are other classes now. */
    public void clear() {
        initial.clear();
        untouched = null;
    }

    /** Whether all classes of the loader are as if they had been initialised just now. */
    public boolean isAsInitialised(ProjectLoader loader) {
        if (WAITS == null) {
            return false;
        }
        try {
            for (Class<?> type : loader.classes()) {
                Initial known = initial.get(type.getName());
                if (known == Initial.NOTHING || (boolean) WAITS.invokeExact(type)) {
                    continue;
                }
                known = known == null ? remembered(type.getName()) : known;
                if (known == Initial.UNKNOWN || known.isHeld && Fingerprint.ofStatics(type) != known.print) {
                    return false;
                }
            }
            return true;
        } catch (Throwable unknown) {
            return false;
        }
    }

    private Initial remembered(String name) {
        Initial found;
        try {
            found = initialOf(name);
        } catch (Throwable fromInitialiser) {
            found = Initial.UNKNOWN;
        }
        initial.put(name, found);
        return found;
    }

    private Initial initialOf(String name) throws Exception {
        if (untouched == null) {
            untouched = loaders.get();
        }
        if (probesInitialiser(name)) {
            return Initial.UNKNOWN;
        }
        Recorder.begin(STEPS);
        Class<?> type;
        try {
            type = Class.forName(name, true, untouched);
        } finally {
            Recorder.end();
        }
        if (Recorder.touchedCount > 0 || Recorder.enteredCount > 0 || Recorder.stepsLeft < STEPS) {
            return Initial.UNKNOWN;
        }
        return Fingerprint.isHolder(type) ? new Initial(true, Fingerprint.ofStatics(type)) : Initial.NOTHING;
    }

    /** Whether a test would show that the initialiser of the class ran. */
    private boolean probesInitialiser(String name) throws IOException {
        try (InputStream in = untouched.getResourceAsStream(name.replace('.', '/') + ".class")) {
            return in == null || ClassFile.parseWhole(in.readAllBytes()).probesInitialiser;
        }
    }

    /** Whether the class is defined by a loader of the project. */
    static boolean isOfProject(Class<?> type) {
        return type != null && type.getClassLoader() instanceof ProjectLoader;
    }

    private static MethodHandle waits() {
        try {
            Class<?> unsafe = Class.forName("jdk.internal.misc.Unsafe");
            Object only = unsafe.getMethod("getUnsafe").invoke(null);
            Method waits = unsafe.getMethod("shouldBeInitialized", Class.class);
            return MethodHandles.lookup().unreflect(waits).bindTo(only);
        } catch (ReflectiveOperationException | RuntimeException closed) {
            return null;
        }
    }
}
