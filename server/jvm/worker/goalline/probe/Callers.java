package goalline.probe;

import java.util.Set;

/**
 * Tells which calls the classes of the user's tests make themselves, by the frame that called; is off while programs
 * are searched.
 */
public final class Callers {
    /** Who hears of such calls. */
    public interface Listener {
        /** A test class called the method, and got there. */
        void entered(int method);

        /** What a test class had called returned. */
        void returned(int method, Object value, boolean givesValue);
    }

    /** Stacks that are looked at in one run at most: then calls count as somebody else's. */
    private static final int MOST = 200_000;

    private static final StackWalker WALKER = StackWalker.getInstance();
    private static volatile Set<String> tests;
    private static volatile Listener listener;
    private static int left;

    private Callers() {}

    /** From now on calls from these top-level classes are told of; null: from none. */
    public static void watch(Set<String> classes, Listener hears) {
        listener = hears;
        tests = classes;
        left = MOST;
    }

    /** A new run begins. */
    public static void begin() {
        left = MOST;
    }

    public static boolean isWatching() {
        return tests != null;
    }

    /** Whether a test class called the method whose probe asks. */
    public static boolean isTest() {
        Set<String> known = tests;
        if (known == null || --left < 0) {
            return false;
        }
        return WALKER.walk(frames -> frames
                .map(StackWalker.StackFrame::getClassName)
                .filter(name -> !name.startsWith("goalline.probe."))
                .skip(1)
                .findFirst()
                .map(name -> known.contains(outermost(name)))
                .orElse(false));
    }

    public static void entered(int method) {
        Listener hears = listener;
        if (hears != null) {
            hears.entered(method);
        }
    }

    public static void returned(int method, Object value, boolean givesValue) {
        Listener hears = listener;
        if (hears != null && Recorder.armed() && isTest()) {
            hears.returned(method, value, givesValue);
        }
    }

    /** The name of the class around all that a class stands in. */
    public static String outermost(String name) {
        int dollar = name.indexOf('$', name.lastIndexOf('.') + 2);
        return dollar < 0 ? name : name.substring(0, dollar);
    }
}
