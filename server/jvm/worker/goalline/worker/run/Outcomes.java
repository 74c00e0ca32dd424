package goalline.worker.run;

import goalline.probe.Recorder;
import goalline.worker.classes.ProjectLoader;
import goalline.worker.mocks.Mock;
import goalline.worker.wire.Ascending;
import goalline.worker.wire.Output;
import goalline.worker.wire.Protocol;

import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.BufferOverflowException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Writes how a run ended and what it touched; runs nothing of the user's but getMessage and getCause of an exception,
 * when observing.
 */
public final class Outcomes {
    private static final int MOST_FRAMES = 64;
    private static final int FRAMES_OF_REFUSAL = 8;
    private static final Pattern NULL_RESULT =
            Pattern.compile("because the return value of \"([\\w.$]+)\\.([\\w$]+)\\(");

    private final Links links;
    private final Details details;
    /** Numbers of texts that were sent once already. */
    private final Map<String, Integer> numbers = new HashMap<>();
    /** How many of them stand in results that are whole. */
    private int finished;
    private final Map<Class<?>, String> nameable = new WeakHashMap<>();
    private final Ascending ascending = new Ascending();

    public Outcomes(Links links, Details details) {
        this.links = links;
        this.details = details;
    }

    /** All that was written so far is sent sooner or later. */
    public void noteFinished() {
        finished = numbers.size();
    }

    /** What was written since is never sent: its texts have no numbers. */
    public void forgetUnsent() {
        numbers.values().removeIf(number -> number >= finished);
    }

    /** What was said is that of {@link #saidBy}; it counts only when observing. */
    public void write(
            Output output, Throwable thrown, boolean outOfSteps, int statement, boolean observe, Said said) {
        if (outOfSteps) {
            output.u8(Protocol.OUT_OF_STEPS);
            output.varint(statement);
        } else if (thrown == null) {
            output.u8(Protocol.PASSED);
        } else if (thrown instanceof Linkage.Unlinkable) {
            output.u8(Protocol.UNLINKABLE);
            output.varint(statement);
            output.text(thrown.getMessage());
        } else {
            output.u8(Protocol.THREW);
            output.varint(statement);
            numbered(output, thrown.getClass().getName());
            numbered(output, nameable.computeIfAbsent(thrown.getClass(), this::nameableOf));
            if (observe) {
                output.optional(said.message);
                output.u8((said.cause == null ? 0 : 1) | (said.isOfSurroundings ? 2 : 0));
                if (said.cause != null) {
                    numbered(output, nameable.computeIfAbsent(said.cause, this::nameableOf));
                }
                stack(output, thrown, MOST_FRAMES);
            } else {
                stack(output, thrown, mayBeRefusal(thrown) ? FRAMES_OF_REFUSAL : 0);
            }
        }
    }

    /** The text's number, and the text itself the first time. */
    private void numbered(Output output, String text) {
        Integer number = numbers.get(text);
        if (number == null) {
            output.varint(numbers.size());
            numbers.put(text, numbers.size());
            output.text(text);
        } else {
            output.varint(number);
        }
    }

    /** What an exception says of itself. */
    public static final class Said {
        private final String message;
        /** The class of what it was made of; null for nothing. */
        private final Class<?> cause;
        /** Whether a library threw it that was asked for what its surroundings have, and was given nothing. */
        private final boolean isOfSurroundings;

        private Said(String message, Class<?> cause, boolean isOfSurroundings) {
            this.message = message;
            this.cause = cause;
            this.isOfSurroundings = isOfSurroundings;
        }
    }

    /** What getMessage and getCause, which may be the user's code, say; nothing where nothing was thrown. */
    public static Said saidBy(Throwable thrown, ClassLoader loader) {
        return thrown == null
                ? new Said(null, null, false)
                : new Said(messageOf(thrown), causeOf(thrown), isOfSurroundings(thrown, loader));
    }

    /**
     * Whether the project asked a library by a static method without parameters, and that threw: what such a method
     * gives was set up elsewhere, the security manager of a server, and no input of the test is the reason.
     */
    private static boolean isOfSurroundings(Throwable thrown, ClassLoader loader) {
        try {
            StackTraceElement[] frames = thrown.getStackTrace();
            Class<?> before = null;
            for (int i = 0; i < Math.min(frames.length, MOST_FRAMES); i++) {
                Class<?> type = Class.forName(frames[i].getClassName(), false, loader);
                if (type.getClassLoader() instanceof ProjectLoader) {
                    return before != null
                            && Observer.isLibrary(before)
                            && isAskedWithNothing(before, frames[i - 1].getMethodName());
                }
                before = type;
            }
            return false;
        } catch (Throwable notKnown) {
            return false;
        }
    }

    private static boolean isAskedWithNothing(Class<?> type, String name) {
        List<Method> named = Arrays.stream(type.getDeclaredMethods())
                .filter(method -> method.getName().equals(name))
                .collect(Collectors.toList());
        // Which of several a frame is does not stand in it: one that gives what is there takes at most what kind.
        boolean gives = name.startsWith("get") || name.startsWith("current");
        return !named.isEmpty()
                && named.stream().allMatch(it -> Modifier.isStatic(it.getModifiers()))
                && (gives ? named.stream().anyMatch(it -> it.getParameterCount() == 0)
                        : named.stream().allMatch(it -> it.getParameterCount() == 0));
    }

    private static String messageOf(Throwable thrown) {
        try {
            if (thrown instanceof ExceptionInInitializerError && thrown.getCause() != null) {
                return thrown.getCause().toString();
            }
            return thrown.getMessage();
        } catch (Throwable fromMessage) {
            return null;
        }
    }

    private static Class<?> causeOf(Throwable thrown) {
        try {
            Throwable cause = thrown.getCause();
            return cause == null ? null : cause.getClass();
        } catch (Throwable fromCause) {
            return null;
        }
    }

    private String nameableOf(Class<?> type) {
        Class<?> at = type;
        while (!isNameable(at)) {
            at = at.getSuperclass();
        }
        return at.getName();
    }

    private boolean isNameable(Class<?> type) {
        if (type.getCanonicalName() == null
                || !type.getModule().isExported(type.getPackageName())
                || TestDoubles.isOurs(type)) {
            return false;
        }
        boolean samePackage = type.getPackageName().equals(links.testPackage);
        for (Class<?> at = type; at != null; at = at.getDeclaringClass()) {
            int modifiers = at.getModifiers();
            if (!Modifier.isPublic(modifiers) && (!samePackage || Modifier.isPrivate(modifiers))) {
                return false;
            }
        }
        return true;
    }

    /** Whether it may be a container or buffer of the JDK that refused to be changed: its first frames tell. */
    private static boolean mayBeRefusal(Throwable thrown) {
        return thrown instanceof UnsupportedOperationException || thrown instanceof BufferOverflowException;
    }

    /** So many frames from the throwing one on, up to the last that is neither ours nor of method handles. */
    private void stack(Output output, Throwable thrown, int most) {
        if (most == 0) {
            output.varint(0);
            return;
        }
        StackTraceElement[] frames = thrown.getStackTrace();
        int end = frames.length;
        while (end > 0 && isOurs(frames[end - 1].getClassName())) {
            end--;
        }
        int count = Math.min(end, most);
        output.varint(count);
        for (int i = 0; i < count; i++) {
            numbered(output, frames[i].getClassName());
            numbered(output, frames[i].getMethodName());
            output.varint(Math.max(0, frames[i].getLineNumber()));
        }
    }

    private static boolean isOurs(String className) {
        return className.startsWith("goalline.worker.")
                || className.startsWith("java.lang.invoke.")
                || className.startsWith("java.lang.reflect.")
                || className.startsWith("jdk.internal.reflect.")
                || className.equals("java.lang.Thread");
    }

    public void writeTrace(Output output, long steps) {
        output.varint(Math.max(0, steps));
        int count = Math.min(Recorder.touchedCount, Recorder.touched.length);
        int[] sorted = ascending.of(Recorder.touched, count);
        count = ascending.distinct();
        output.varint(count);
        int previous = 0;
        for (int i = 0; i < count; i++) {
            int id = sorted[i];
            output.predicate(
                    id - previous,
                    Recorder.trueCount[id],
                    Recorder.falseCount[id],
                    Recorder.trueDistance[id],
                    Recorder.falseDistance[id]);
            previous = id;
        }
        count = Math.min(Recorder.enteredCount, Recorder.entered.length);
        sorted = ascending.of(Recorder.entered, count);
        count = ascending.distinct();
        output.varint(count);
        previous = 0;
        for (int i = 0; i < count; i++) {
            int id = sorted[i];
            output.varint(id - previous);
            previous = id;
            output.varint(Recorder.methodCount[id] & 0xFFFFFFFFL);
        }
        details.write(output);
    }

    /** The methods that mocks had no answer for. */
    public void writeUnanswered(Output output, List<Mock> mocks) {
        int count = 0;
        for (Mock mock : mocks) {
            count += mock.unanswered().size();
        }
        output.varint(count);
        for (Mock mock : mocks) {
            for (Map.Entry<String, String> asked : mock.unanswered().entrySet()) {
                String key = asked.getKey();
                int descriptor = key.indexOf('(');
                output.varint(mock.var);
                numbered(output, key.substring(0, descriptor));
                numbered(output, key.substring(descriptor));
                numbered(output, asked.getValue());
            }
        }
    }

    /** The method that gave the null which was thrown about: JDKs from 15 on tell. */
    public void writeNullResult(Output output, Throwable thrown) {
        Matcher told = null;
        if (thrown != null && thrown.getClass() == NullPointerException.class) {
            String message = thrown.getMessage();
            told = message == null ? null : NULL_RESULT.matcher(message);
        }
        if (told == null || !told.find()) {
            output.u8(0);
            return;
        }
        output.u8(1);
        numbered(output, told.group(1));
        numbered(output, told.group(2));
    }

    public static String descriptor(Class<?> returns, Class<?>[] parameters) {
        return MethodType.methodType(returns, parameters).toMethodDescriptorString();
    }
}
