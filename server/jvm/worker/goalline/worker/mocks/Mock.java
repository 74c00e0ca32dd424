package goalline.worker.mocks;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/** What one mock answers, and what it was asked; the object itself is made elsewhere. */
public final class Mock implements BiFunction<Object, Object, Object> {
    /** Calls of one method that are remembered with their arguments. */
    private static final int MOST_CALLS = 12;
    /** The same where the arguments say what is asked for: which call is answered by what hangs on them. */
    private static final int MOST_ASKING = 64;

    /** The calls of one method. */
    public static final class Calls {
        public int count;
        /** Arguments of the first ones. */
        public final List<Object[]> arguments = new ArrayList<>(1);
    }

    /** The statement that made it. */
    public final int var;
    private final Class<?> type;
    private final Answers answers;
    /** By name and descriptor, in the order of the first calls. */
    private final Map<String, Calls> calls = new LinkedHashMap<>(4);
    private final Map<String, String> unanswered = new LinkedHashMap<>(4);
    private boolean isOver;
    /** Set once it is made. */
    Object object;

    Mock(int var, Class<?> type, Answers answers) {
        this.var = var;
        this.type = type;
        this.answers = answers;
    }

    /** From now on nothing is noted: the test is over, and what looks at its objects may come by here. */
    public synchronized void end() {
        isOver = true;
    }

    public Map<String, Calls> calls() {
        return calls;
    }

    /**
     * Methods that had to give something and had no answer, with the name of a class that was passed, or that an object
     * is of which was passed as just an object where just an object is wanted, or nothing.
     */
    public Map<String, String> unanswered() {
        return unanswered;
    }

    /** Whether all arguments of the noted calls are kept. */
    public static boolean isComplete(Calls calls) {
        return calls.count == calls.arguments.size();
    }

    @Override
    public Object apply(Object method, Object given) {
        String key = (String) method;
        Object[] arguments = (Object[]) given;
        if (key.equals("equals(Ljava/lang/Object;)Z")) {
            return object == arguments[0];
        }
        if (key.equals("hashCode()I")) {
            return System.identityHashCode(object);
        }
        if (key.equals("toString()Ljava/lang/String;")) {
            return type.getName() + "@" + Integer.toHexString(System.identityHashCode(object));
        }
        Class<?> wanted = answers.has(key) ? AskedClass.of(type, key, arguments) : null;
        boolean isAnswered = wanted == null ? answers.has(key) : answers.hasOf(wanted, key);
        note(key, arguments, isAnswered);
        if (!isAnswered) {
            return Defaults.of(key);
        }
        return wanted == null ? answers.give(key) : answers.giveOf(wanted, key);
    }

    private synchronized void note(String key, Object[] arguments, boolean isAnswered) {
        if (isOver) {
            return;
        }
        Calls known = calls.computeIfAbsent(key, it -> new Calls());
        known.count++;
        int most = key.contains("Ljava/lang/Class;") ? MOST_ASKING : MOST_CALLS;
        if (known.arguments.size() < most) {
            known.arguments.add(arguments);
        }
        if (!isAnswered) {
            unanswered.putIfAbsent(key, asked(key, arguments));
        }
    }

    private static String asked(String key, Object[] arguments) {
        if (key.contains("Ljava/lang/Class;")) {
            return classAmong(arguments);
        }
        int open = key.indexOf('(');
        boolean isOfAnything = key.startsWith("(Ljava/lang/Object;", open) && key.endsWith(")Ljava/lang/Object;");
        Class<?> given = isOfAnything && arguments[0] != null ? arguments[0].getClass() : null;
        return given == null || given.isSynthetic() || given.isAnonymousClass() ? "" : given.getName();
    }

    private static String classAmong(Object[] arguments) {
        Class<?> given = AskedClass.among(arguments);
        return given == null ? "" : given.getName();
    }
}
