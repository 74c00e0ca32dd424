package goalline.worker.run;

import goalline.probe.Recorder;
import goalline.probe.standins.AnotherDay;
import goalline.worker.classes.ProjectLoader;
import goalline.worker.mocks.Mock;
import goalline.worker.mocks.PagesAndOrders;
import goalline.worker.state.PublicConstants;
import goalline.worker.wire.Output;
import goalline.worker.wire.Protocol;

import java.io.ByteArrayOutputStream;
import java.io.CharArrayWriter;
import java.io.StringWriter;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Proxy;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.TypeVariable;
import java.net.URI;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalQueries;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Date;
import java.util.Formatter;
import java.util.FormatterClosedException;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Looks at the results of one test and writes those that an assertion can state; judges only that a value is the same
 * when asked twice and holds no identity hash.
 */
public final class Observer {
    private static final int MOST_ELEMENTS = 32;
    private static final int MOST_INSPECTORS = 40;

    /** Questions that the only element of a list is asked at most. */
    private static final int MOST_OF_ELEMENT = 4;
    /** Elements of a list that a mock was given of which something is told. */
    private static final int MOST_OF_LIST = 3;

    /** Answers that the only element of a list that a call gave is noted with at most. */
    private static final int MOST_OF_SOLE_ELEMENT = 8;
    private static final Pattern IDENTITY_HASH = Pattern.compile("([\\w$\\];]@)[0-9a-f]{5,8}(?![0-9A-Za-z])");

    /** What stands in place of an identity hash in a text that a call gave: the rest of it is the same in each run. */
    private static final String HIDDEN = "$1\u2026";

    /** {@code shop.Cart.add(Cart.java:12)}: who called whom is another thing wherever the test is run. */
    private static final Pattern FRAME =
            Pattern.compile("[\\w$>]\\((?:[\\w$-]+\\.(?:java|kt|scala|groovy)(?::\\d+)?|Native Method|Unknown Source)\\)");

    private static final Set<String> LOOKS =
            Set.of("toString", "size", "length", "count", "capacity", "name", "ordinal", "signum", "value");
    private static final Pattern LOOKING = Pattern.compile("(get|is|has|to|can)[A-Z0-9_]|[a-z]+Value\\b");

    /** What else an exception tells is where it was made, or what nobody asks it for. */
    private static final Set<String> TOLD_BY_THROWABLES = Set.of("getMessage", "getCause", "toString");

    /** Getters of what others put into an object for a third one: no settings, no environment. */
    private static final Set<String> CARRIED = Set.of("getAttributes", "getBody", "getFlashAttributes", "getModel");

    /** Getters of whatever it is that an object of a library stands for. */
    private static final Set<String> TOLD = Set.of("getCredentials", "getPayload", "getPrincipal", "getSource");

    private static final Pattern GETTER = Pattern.compile("(get|is)[A-Z]");

    /** By class, sorted by name; getMethods() would copy them all for each object of each run. */
    private static final ClassValue<List<Method>> INSPECTORS = new ClassValue<>() {
        @Override
        protected List<Method> computeValue(Class<?> type) {
            return inspectors(type);
        }
    };

    /** By class: what may give an object of the project that says something. */
    private static final ClassValue<List<Method>> HOLDERS = new ClassValue<>() {
        @Override
        protected List<Method> computeValue(Class<?> type) {
            return holders(type);
        }
    };

    /** By class: what says something of an object that another one holds. */
    private static final ClassValue<List<Method>> SAYING = new ClassValue<>() {
        @Override
        protected List<Method> computeValue(Class<?> type) {
            return saying(type);
        }
    };

    /** By class of a library: what objects of it are made of, and others may look at. */
    private static final ClassValue<List<Method>> PARTS = new ClassValue<>() {
        @Override
        protected List<Method> computeValue(Class<?> type) {
            return getters(type, Observer::isPart);
        }
    };

    /** By class of such a part: what says what it is. */
    private static final ClassValue<List<Method>> TELLING = new ClassValue<>() {
        @Override
        protected List<Method> computeValue(Class<?> type) {
            return getters(type, getter -> isTold(getter.getReturnType()));
        }
    };

    /** By class: whether it is a hash map of the JDK with some methods more, as Spring's {@code ModelMap} is. */
    private static final ClassValue<Boolean> PLAIN_MAPS = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            try {
                return HashMap.class.isAssignableFrom(type)
                        && Stream.of("containsKey", "entrySet", "equals", "get", "isEmpty", "keySet", "size")
                                .allMatch(name -> isOfJdkIn(type, name));
            } catch (LinkageError notWhole) {
                return false;
            }
        }
    };

    private static final int NULL = 0;
    private static final int ENUM = 20;
    private static final int SAME = 21;
    private static final int ARRAY = 22;
    private static final int SIZED = 23;
    private static final int OBJECT = 24;
    private static final int JDK_VALUE = 25;
    private static final int CALLS = 26;
    private static final int DESCRIBED = 27;
    private static final int UNORDERED = 28;

    private static final int VALUE = 0;
    private static final int INSPECTOR = 1;
    private static final int FIELD = 2;
    private static final int INTERACTION = 3;

    private final Object[] vars;
    /** The class that was asked for each variable, as far as it is a call's. */
    private final Class<?>[] givers;
    private final long budget;
    /** Small: there is one observer for each run of a test. */
    private final Output buffer = new Output(1 << 9);
    private final Output answers = new Output(1 << 7);
    private int count;
    /** The class that gives what is noted, which may know it by name; null where nothing is to be named. */
    private Class<?> asked = Object.class;
    /** Whether it is an argument of a call on a mock: what stands for it has to be of its class. */
    private boolean isArgument;
    /** Whether it is one of the only call of its method: of several nobody asks what is in them. */
    private boolean isOnly;

    public Observer(Object[] vars, long budget) {
        this.vars = vars;
        this.givers = new Class<?>[vars.length];
        this.budget = budget;
    }

    public void writeTo(Output output) {
        output.varint(count);
        output.raw(buffer.array(), buffer.length());
    }

    /** Notes what the statement has just given; {@code by} is the class of its call, null where it reads a field. */
    public void value(int var, Class<?> by) {
        givers[var] = by;
        asked = by;
        value(var);
    }

    private void value(int var) {
        int start = buffer.length();
        buffer.varint(var);
        buffer.u8(VALUE);
        Object given = vars[var];
        if (given instanceof String) {
            given = IDENTITY_HASH.matcher((String) given).replaceAll(HIDDEN);
        }
        if (write(buffer, given, var, 0)) {
            count++;
        } else {
            buffer.truncate(start);
        }
    }

    /**
     * Asks the objects of project classes among the variables, after the last statement; of arrays, collections and
     * values of the JDK it notes what they hold by then.
     */
    public void inspect(int defined, int[] types) {
        asked = Object.class;
        for (int var = 0; var < defined; var++) {
            Object object = vars[var];
            boolean isObject = types[var] == Protocol.OP_CALL || types[var] == Protocol.OP_ARRAY;
            if (!isObject || object == null || object instanceof Enum || sameAs(object, var) >= 0) {
                continue;
            }
            if (isProject(object.getClass()) || isLibrary(object.getClass())) {
                if (PLAIN_MAPS.get(object.getClass())) {
                    // Before it is asked what may change it.
                    asked = givers[var] == null ? Object.class : givers[var];
                    value(var);
                    asked = Object.class;
                }
                members(var, object, defined);
                if (object instanceof CompletableFuture) {
                    lookInto(var, object, defined);
                }
            } else if (object.getClass().isArray() || isContainer(object) || isJdkValue(object.getClass())) {
                asked = givers[var] == null ? Object.class : givers[var];
                value(var);
                asked = Object.class;
                if (isContainer(object)) {
                    lookInto(var, object, defined);
                    soleElement(var, object, defined);
                }
            } else {
                lookInto(var, object, defined);
                soleElement(var, object, defined);
            }
        }
    }

    /** Asks what a statement threw for what it carries beside message and cause, where that is something. */
    public void ended(Throwable thrown, int statement) {
        Class<?> type = thrown.getClass();
        if (!isProject(type) && !isLibrary(type)) {
            return;
        }
        for (Method getter : INSPECTORS.get(type)) {
            boolean isCarried = GETTER.matcher(getter.getName()).lookingAt()
                    && !TOLD_BY_THROWABLES.contains(getter.getName())
                    && !getter.getName().equals("getLocalizedMessage")
                    && getter.getExceptionTypes().length == 0
                    && isStatable(getter.getReturnType());
            if (isCarried && !isNothing(answer(getter, thrown))) {
                twice("", getter, thrown, statement, 0);
            }
        }
    }

    /** Asks an object of the JDK what the table of those has of it. */
    private void lookInto(int var, Object object, int defined) {
        JdkLooks looks = JdkLooks.of(object.getClass());
        for (Method method : looks.methods) {
            byte[] answer = JdkLooks.isAnswered(method, object) ? ask(method, object, var, defined) : null;
            if (answer != null && Arrays.equals(answer, ask(method, object, var, defined))) {
                buffer.raw(answer, answer.length);
                count++;
                if (looks.isFirstEnough) {
                    return;
                }
            }
        }
    }

    /** Writes what mocks were told, with arguments as they are by now: so a test looks at them, too. */
    public void interactions(List<Mock> mocks, int defined) {
        asked = Object.class;
        for (Mock mock : mocks) {
            for (Map.Entry<String, Mock.Calls> entry : mock.calls().entrySet()) {
                int descriptor = entry.getKey().indexOf('(');
                buffer.varint(mock.var);
                buffer.u8(INTERACTION);
                buffer.text(entry.getKey().substring(0, descriptor));
                buffer.text(entry.getKey().substring(descriptor));
                calls(entry.getValue(), defined);
                count++;
            }
        }
    }

    private void calls(Mock.Calls calls, int defined) {
        buffer.u8(CALLS);
        buffer.varint(calls.count);
        boolean isComplete = Mock.isComplete(calls);
        isOnly = calls.count == 1;
        buffer.varint(isComplete ? calls.count : 0);
        for (int i = 0; isComplete && i < calls.count; i++) {
            Object[] arguments = calls.arguments.get(i);
            buffer.varint(arguments.length);
            for (Object argument : arguments) {
                argument(argument, defined);
            }
        }
    }

    /** What cannot be stated of an argument is told by its class alone. */
    private void argument(Object argument, int defined) {
        int start = buffer.length();
        boolean isStated;
        isArgument = true;
        try {
            if (isOfSpringData(argument, defined)) {
                return;
            }
            isStated = (argument == null || !argument.getClass().isSynthetic() || sameAs(argument, defined) >= 0)
                    && write(buffer, argument, defined, 0);
            if (isStated && lookedInto(argument, start, defined)) {
                return;
            }
        } catch (Throwable fromUserCode) {
            isStated = false;
        } finally {
            isArgument = false;
        }
        if (!isStated) {
            buffer.truncate(start);
            buffer.u8(OBJECT);
            // That of a lambda is another one in each process.
            buffer.text(argument.getClass().isSynthetic() ? "java.lang.Object" : argument.getClass().getName());
        }
    }

    /** Writes a request of a page, or an order, that no variable holds. */
    private boolean isOfSpringData(Object argument, int defined) {
        if (argument == null || sameAs(argument, defined) >= 0) {
            return false;
        }
        Recorder.begin(budget);
        String made;
        try {
            made = PagesAndOrders.arguments(argument);
        } finally {
            Recorder.end();
        }
        if (made != null) {
            buffer.u8(JDK_VALUE);
            buffer.text(argument.getClass().getName());
            buffer.text(made);
        }
        return made != null;
    }

    /** Writes in place of an argument what it says, where that is more; else leaves what is written of it. */
    private boolean lookedInto(Object argument, int start, int defined) {
        if (buffer.array()[start] == OBJECT && isAskedAsArgument(argument.getClass())) {
            buffer.truncate(start);
            described(argument, defined);
            return true;
        }
        boolean isList = argument instanceof List && isContainer(argument);
        List<Object> elements = isList ? firstOf((List<?>) argument) : List.of();
        if (!areNew(elements, defined)) {
            return false;
        }
        buffer.truncate(start);
        describedList((List<?>) argument, elements, defined);
        return true;
    }

    /** Whether getters tell what the class under test made: of the project, or something public of a library. */
    private boolean isAskedAsArgument(Class<?> type) {
        return isProject(type) || isLibrary(type) && isOnly && isKnown(type) && !Proxy.isProxyClass(type);
    }

    /** What the getters of an argument say that the class under test made itself, and objects in lists that it has. */
    private void described(Object argument, int defined) {
        List<byte[]> said = new ArrayList<>();
        for (Method getter : INSPECTORS.get(argument.getClass())) {
            if (GETTER.matcher(getter.getName()).lookingAt()) {
                keepParts(said, "", getter, argument, defined);
            }
        }
        listed(said, "", argument.getClass(), argument, defined);
        writeParts(argument.getClass().getName(), said);
    }

    /** What the first elements of a list say that the class under test made itself. */
    private void describedList(List<?> list, List<Object> elements, int defined) {
        List<byte[]> said = new ArrayList<>();
        try {
            keepParts(said, "", List.class.getMethod("size"), list, defined);
        } catch (NoSuchMethodException everyListHasOne) {
            throw new IllegalStateException(everyListHasOne);
        }
        elements(said, "", elements.get(0).getClass(), elements, defined);
        writeParts(List.class.getName(), said);
    }

    /** Whether these are objects of one class of the project that no variable holds, and no constants. */
    private boolean areNew(List<Object> elements, int defined) {
        if (elements.isEmpty() || elements.get(0) == null) {
            return false;
        }
        Class<?> first = elements.get(0).getClass();
        return isProject(first)
                && !(elements.get(0) instanceof Enum)
                && elements.stream().allMatch(it -> it != null && it.getClass() == first && sameAs(it, defined) < 0);
    }

    /** What a list holds; nothing where that is much, or it does not say. It may be a view of one of the project's. */
    private List<Object> firstOf(List<?> list) {
        Recorder.begin(budget);
        try {
            int size = list.size();
            List<Object> found = new ArrayList<>();
            for (int i = 0; i < size && size <= MOST_ELEMENTS; i++) {
                found.add(list.get(i));
            }
            return Recorder.exhausted() ? List.of() : found;
        } catch (Throwable notReadable) {
            return List.of();
        } finally {
            Recorder.end();
        }
    }

    /** What lists of an object hold, two steps down: the conditions in the criteria of a query. */
    private void listed(List<byte[]> said, String before, Class<?> type, Object object, int defined) {
        Map<Object, Boolean> told = new IdentityHashMap<>();
        for (Method lister : INSPECTORS.get(type)) {
            Class<?> kind = elements(lister);
            Object list = kind == null ? null : answer(lister, object);
            List<Object> elements = list == null ? List.of() : firstOf((List<?>) list);
            boolean isNew = !elements.isEmpty()
                    && kind.isInstance(elements.get(0))
                    && told.put(elements.get(0), true) == null;
            if (isNew) {
                elements(said, before + lister.getName() + "().", kind, elements, defined);
            }
        }
    }

    private void elements(List<byte[]> said, String before, Class<?> kind, List<Object> list, int defined) {
        for (int i = 0; i < Math.min(list.size(), MOST_OF_LIST); i++) {
            Object element = list.get(i);
            if (!kind.isInstance(element)) {
                continue;
            }
            String of = before + "get(" + i + ").";
            int kept = said.size();
            for (Method getter : INSPECTORS.get(kind)) {
                if (said.size() - kept < MOST_OF_ELEMENT
                        && GETTER.matcher(getter.getName()).lookingAt()
                        && saysSomething(getter.getReturnType())
                        && !isNothing(answer(getter, element))) {
                    keepParts(said, of, getter, element, defined);
                }
            }
            if (before.indexOf("get(") < 0) {
                listed(said, of, kind, element, defined);
            }
        }
    }

    /** Keeps what an object says where it says the same when it is asked again. */
    private void keepParts(List<byte[]> said, String before, Method getter, Object object, int defined) {
        byte[] once = ask(before, getter, object, 0, defined);
        if (once != null && Arrays.equals(once, ask(before, getter, object, 0, defined))) {
            said.add(once);
        }
    }

    private void writeParts(String type, List<byte[]> said) {
        buffer.u8(DESCRIBED);
        buffer.text(type);
        buffer.varint(said.size());
        for (byte[] one : said) {
            // Without the variable and what of it: both are one byte.
            byte[] part = Arrays.copyOfRange(one, 2, one.length);
            buffer.raw(part, part.length);
        }
    }

    private static boolean isContainer(Object object) {
        return object.getClass().getClassLoader() == null && (object instanceof Collection || object instanceof Map);
    }

    /** Whether the text of an object of the class tells its whole value. */
    private static boolean isJdkValue(Class<?> type) {
        String name = type.getName();
        return type.getClassLoader() == null
                && (name.startsWith("java.math.") || name.startsWith("java.time.")
                        || isWrittenTo(type) || type == Date.class
                        || type == URI.class
                        || name.equals("java.util.UUID") || name.equals("java.util.Locale"));
    }

    /** Whether objects of the class are there to be written to, and their text tells what was written. */
    private static boolean isWrittenTo(Class<?> type) {
        return type == StringBuilder.class || type == StringBuffer.class || type == StringWriter.class
                || type == CharArrayWriter.class || type == ByteArrayOutputStream.class || type == StringJoiner.class
                || type == Formatter.class;
    }

    /**
     * Whether a date or time is today's, or may be: it would be another one tomorrow. In a JVM that lives on another
     * day it may be of that.
     */
    private static boolean isAboutNow(Object value) {
        if (!(value instanceof TemporalAccessor) || value instanceof ZoneOffset) {
            return false;
        }
        TemporalAccessor time = (TemporalAccessor) value;
        LocalDate today = LocalDate.now(ZoneOffset.UTC);
        LocalDate other = today.plusDays(AnotherDay.AHEAD.toDays());
        try {
            LocalDate date = value instanceof Instant
                    ? ((Instant) value).atOffset(ZoneOffset.UTC).toLocalDate()
                    : time.query(TemporalQueries.localDate());
            if (date != null) {
                return isNear(today, date) || isNear(other, date);
            }
            return !time.isSupported(ChronoField.YEAR)
                    || time.get(ChronoField.YEAR) == today.getYear()
                    || time.get(ChronoField.YEAR) == other.getYear();
        } catch (DateTimeException farAway) {
            return false;
        }
    }

    private static boolean isNear(LocalDate day, LocalDate date) {
        return Math.abs(ChronoUnit.DAYS.between(day, date)) <= 2;
    }

    /** Whether it is a date or time of the JDK that may be today's. */
    private static boolean isMoment(Object value) {
        return value != null
                && isJdkValue(value.getClass())
                && isAboutNow(value instanceof Date ? ((Date) value).toInstant() : value);
    }

    /** Whether it names a file: that lies elsewhere on other machines. */
    private static boolean isOfMachine(Object value) {
        return value instanceof URI && "file".equals(((URI) value).getScheme());
    }

    /** Whether every test can name the class: it is a primitive type, or public and in no other one. */
    private static boolean isNameable(Class<?> type) {
        boolean isPublic = Modifier.isPublic(type.getModifiers()) && type.getEnclosingClass() == null;
        boolean isSeen = isProject(type) || type.getName().startsWith("java.");
        return type.isPrimitive() || isPublic && isSeen && !type.isArray() && !Proxy.isProxyClass(type);
    }

    private static boolean isProject(Class<?> type) {
        return type.getClassLoader() instanceof ProjectLoader;
    }

    /** Whether the class is of a library: of its objects nothing is asked but what their getters say. */
    static boolean isLibrary(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return loader != null
                && !(loader instanceof ProjectLoader)
                && loader != ClassLoader.getPlatformClassLoader()
                && loader != Observer.class.getClassLoader();
    }

    private void members(int var, Object object, int defined) {
        List<Method> inspectors = INSPECTORS.get(object.getClass());
        byte[][] answered = new byte[inspectors.size()][];
        // What only looks is asked before what may change the object: a queue is what it is until somebody takes from
        // it.
        askTwice(inspectors, true, answered, object, var, defined);
        askTwice(inspectors, false, answered, object, var, defined);
        for (byte[] answer : answered) {
            if (answer != null) {
                buffer.raw(answer, answer.length);
                count++;
            }
        }
        for (Field field : object.getClass().getFields()) {
            if (!Modifier.isStatic(field.getModifiers()) && !field.isSynthetic()) {
                field(field, object, var);
            }
        }
        if (isProject(object.getClass())) {
            soleElements(inspectors, var, object, defined);
        }
        heldObjects(var, object, defined);
        if (isLibrary(object.getClass())) {
            PARTS.get(object.getClass()).forEach(part -> part(part, object, var, defined));
        }
    }

    /** What the only element of a list says that an object gives: the condition in the criteria of a query. */
    private void soleElements(List<Method> inspectors, int var, Object object, int defined) {
        List<Object> told = new ArrayList<>();
        for (Method lister : inspectors) {
            Class<?> kind = elements(lister);
            Object element = kind == null ? null : soleElement(lister, object);
            if (kind != null && kind.isInstance(element) && told.stream().noneMatch(it -> it == element)) {
                told.add(element);
                List<Method> asked = new ArrayList<>(INSPECTORS.get(kind));
                asked.removeIf(method -> !onlyLooks(method) || !saysSomething(method.getReturnType()));
                asked.stream().limit(MOST_OF_ELEMENT).forEach(
                        method -> twice(lister.getName() + "().get(0).", method, element, var, defined));
            }
        }
    }

    /** What objects of the project say that are no variables and that an object gives: the page in an answer. */
    private void heldObjects(int var, Object object, int defined) {
        List<Object> told = new ArrayList<>();
        for (Method getter : HOLDERS.get(object.getClass())) {
            Object held = answer(getter, object);
            boolean isNew = held != null
                    && isProject(held.getClass())
                    && !(held instanceof Enum)
                    && held != object
                    && sameAs(held, defined) < 0
                    && told.stream().noneMatch(it -> it == held);
            Class<?> kind = isNew ? declared(getter, held.getClass()) : Object.class;
            // What is another object each time says nothing of the one that a test would see.
            if (isNew && !SAYING.get(kind).isEmpty() && answer(getter, object) == held) {
                told.add(held);
                parts(getter.getName() + "().", MOST_OF_ELEMENT, held, kind, var, defined);
            }
        }
    }

    /** The getters that may give an object of the project of which a test can ask something. */
    private static List<Method> holders(Class<?> type) {
        List<Method> found = new ArrayList<>(INSPECTORS.get(type));
        found.removeIf(getter -> {
            Class<?> given = getter.getReturnType();
            boolean isByArgument = getter.getGenericReturnType() instanceof TypeVariable;
            boolean isOpen = isByArgument
                    || isProject(given) && !given.isEnum() && !SAYING.get(declared(getter, given)).isEmpty();
            return !isOpen || !GETTER.matcher(getter.getName()).lookingAt() || getter.getExceptionTypes().length > 0;
        });
        // Where one says what it gives and another one only by a type argument, the former is asked.
        found.sort(Comparator.comparing(getter -> getter.getReturnType() == Object.class));
        return found;
    }

    /** The class that a test sees of what a getter gives: a type argument says what it is. */
    private static Class<?> declared(Method getter, Class<?> held) {
        Class<?> kind = getter.getGenericReturnType() instanceof TypeVariable ? held : getter.getReturnType();
        return Modifier.isPrivate(kind.getModifiers()) ? Object.class : kind;
    }

    /** The getters of a class that say something by themselves, or what it is full of. */
    private static List<Method> saying(Class<?> type) {
        List<Method> found = new ArrayList<>(type == Object.class ? List.of() : INSPECTORS.get(type));
        found.removeIf(getter -> {
            Class<?> given = getter.getReturnType();
            return !GETTER.matcher(getter.getName()).lookingAt()
                    || !saysSomething(given) && !Collection.class.isAssignableFrom(given)
                    || getter.getExceptionTypes().length > 0;
        });
        return found;
    }

    /** What getters of an object say that is not nothing, so much of it at most. */
    private void parts(String before, int most, Object object, Class<?> kind, int var, int defined) {
        int end = count + most;
        for (Method getter : SAYING.get(kind)) {
            if (count < end && !isNothing(answer(getter, object))) {
                twice(before, getter, object, var, defined);
            }
        }
    }

    /**
     * What the only element of a list, or what an optional has, says that is not nothing; nothing of an object that the
     * test has by itself.
     */
    private void soleElement(int var, Object object, int defined) {
        boolean isOptional = object instanceof Optional;
        List<?> list = object instanceof List ? (List<?>) object : List.of();
        Object element = isOptional ? ((Optional<?>) object).orElse(null) : list.size() == 1 ? list.get(0) : null;
        if (element == null || !isProject(element.getClass()) || sameAs(element, defined) >= 0) {
            return;
        }
        parts(isOptional ? "get()." : "get(0).", MOST_OF_SOLE_ELEMENT, element, element.getClass(), var, defined);
    }

    private static boolean isNothing(Object answer) {
        return answer == null
                || Boolean.FALSE.equals(answer)
                || answer instanceof Number && ((Number) answer).doubleValue() == 0
                || answer instanceof String && ((String) answer).isEmpty();
    }

    /** Whether what is declared so may say something by itself. */
    private static boolean saysSomething(Class<?> type) {
        return isTold(type) || isStatable(type) || type == Object.class;
    }

    /** The class of the project whose objects a method gives a list of; null for another method. */
    private static Class<?> elements(Method lister) {
        Type list = lister.getReturnType() == List.class ? lister.getGenericReturnType() : null;
        boolean isTyped = list instanceof ParameterizedType;
        Type element = isTyped ? ((ParameterizedType) list).getActualTypeArguments()[0] : null;
        boolean isOpen = element instanceof Class && isProject((Class<?>) element)
                && !Modifier.isPrivate(((Class<?>) element).getModifiers());
        return isOpen ? (Class<?>) element : null;
    }

    /** The element of the list that a method gives; null where there is none, or another one, too. */
    private Object soleElement(Method lister, Object object) {
        List<?> list = (List<?>) answer(lister, object);
        return list != null && list.size() == 1 ? list.get(0) : null;
    }

    /** What a question gives; null where it gives nothing, or does not end well. */
    private Object answer(Method question, Object object) {
        Recorder.begin(budget);
        try {
            Object answer = question.invoke(object);
            return Recorder.exhausted() ? null : answer;
        } catch (Throwable notReadable) {
            return null;
        } finally {
            Recorder.end();
        }
    }

    /** What a part of a library's object says, where that is something: the address in the headers of an answer. */
    private void part(Method part, Object object, int var, int defined) {
        Object inner;
        try {
            inner = part.invoke(object);
        } catch (ReflectiveOperationException | RuntimeException notReadable) {
            return;
        }
        if (inner == null || inner == object) {
            return;
        }
        for (Method getter : TELLING.get(part.getReturnType())) {
            twice(part.getName() + "().", getter, inner, var, defined);
        }
    }

    /** Notes what an object says that a call before gives, where it says the same when it is asked again. */
    private void twice(String before, Method getter, Object inner, int var, int defined) {
        byte[] once = ask(before, getter, inner, var, defined);
        if (once != null && Arrays.equals(once, ask(before, getter, inner, var, defined))) {
            buffer.raw(once, once.length);
            count++;
        }
    }

    private static List<Method> getters(Class<?> type, Predicate<Method> isWanted) {
        List<Method> found = new ArrayList<>();
        for (Method method : type.getMethods()) {
            if (method.getParameterCount() == 0
                    && !Modifier.isStatic(method.getModifiers())
                    && !method.isBridge()
                    && Modifier.isPublic(method.getDeclaringClass().getModifiers())
                    && GETTER.matcher(method.getName()).lookingAt()
                    && isWanted.test(method)) {
                found.add(method);
            }
        }
        found.sort(Comparator.comparing(Method::getName));
        return found;
    }

    /** Whether objects of the class are texts or values whose text says all. */
    private static boolean isTold(Class<?> type) {
        return type == String.class || isJdkValue(type) && !isWrittenTo(type);
    }

    /** Whether a getter gives a part of its object: something of a class that its library has beside its own. */
    private static boolean isPart(Method getter) {
        Class<?> part = getter.getReturnType();
        return isLibrary(part)
                && Modifier.isPublic(part.getModifiers())
                && !part.isInterface()
                && !part.isEnum()
                && part.getPackageName().equals(getter.getDeclaringClass().getPackageName());
    }

    /** Asks those that only look, or the others, and keeps what is the same when asked again. */
    private void askTwice(
            List<Method> inspectors, boolean looking, byte[][] answered, Object object, int var, int defined) {
        for (int i = 0; i < answered.length; i++) {
            if (onlyLooks(inspectors.get(i)) == looking) {
                answered[i] = ask(inspectors.get(i), object, var, defined);
            }
        }
        for (int i = 0; i < answered.length; i++) {
            if (onlyLooks(inspectors.get(i)) == looking && answered[i] != null) {
                byte[] again = ask(inspectors.get(i), object, var, defined);
                answered[i] = Arrays.equals(again, answered[i]) ? again : null;
            }
        }
    }

    /** Whether a method's name says that it changes nothing. */
    private static boolean onlyLooks(Method method) {
        String name = method.getName();
        return LOOKS.contains(name) || LOOKING.matcher(name).lookingAt();
    }

    /** Whether all public methods of this name that objects of the class have are the JDK's own. */
    private static boolean isOfJdkIn(Class<?> type, String name) {
        return Stream.of(type.getMethods())
                .filter(method -> method.getName().equals(name))
                .allMatch(method -> method.getDeclaringClass().getClassLoader() == null);
    }

    /** Whether it is the text of a map in the order of its hash codes. */
    private static boolean isTextOfMap(Method method, Class<?> type) {
        return PLAIN_MAPS.get(type) && method.getName().equals("toString") && isOfJdkIn(type, "toString");
    }

    private static List<Method> inspectors(Class<?> type) {
        List<Method> found = new ArrayList<>();
        for (Method shown : type.getMethods()) {
            Method method = shown.isBridge() && shown.getParameterCount() == 0 ? madeVisible(shown) : shown;
            if (method.getParameterCount() == 0
                    && !Modifier.isStatic(method.getModifiers())
                    && !method.isBridge()
                    && !method.isSynthetic()
                    && (isStatable(method.getReturnType()) || isGetter(method) || isAccessor(method, type))
                    && isAsked(method, type)
                    && !isTextOfMap(method, type)
                    && (!isProject(method.getDeclaringClass()) || method.trySetAccessible())) {
                found.add(method);
            }
        }
        found.sort(Comparator.comparing((Method method) -> !onlyLooks(method)).thenComparing(Method::getName));
        List<Method> asked = found.subList(0, Math.min(found.size(), MOST_INSPECTORS));
        asked.sort(Comparator.comparing(Method::getName));
        return asked;
    }

    /** The written method that a public class shows for a superclass that is not; for others what it was given. */
    private static Method madeVisible(Method bridge) {
        Class<?> owner = bridge.getDeclaringClass();
        // Beside a bridge to another return type stands what it leads to.
        Method beside = declared(owner, bridge.getName());
        Class<?> above = beside.isBridge() ? owner.getSuperclass() : null;
        for (; above != null; above = above.getSuperclass()) {
            Method method = declared(above, bridge.getName());
            if (method != null && !method.isBridge()) {
                return method.getReturnType() == bridge.getReturnType() ? method : bridge;
            }
        }
        return bridge;
    }

    /** The method without parameters that a class declares; null for none. */
    private static Method declared(Class<?> owner, String name) {
        try {
            return owner.getDeclaredMethod(name);
        } catch (NoSuchMethodException none) {
            return null;
        }
    }

    private static boolean isStatable(Class<?> type) {
        return type.isPrimitive() && type != void.class
                || type == String.class
                || type.isEnum()
                || Number.class.isAssignableFrom(type) && type.getName().startsWith("java.lang.")
                || type == Boolean.class
                || type == Character.class
                || type == Class.class;
    }

    private static boolean isGetter(Method method) {
        String name = method.getName();
        return name.startsWith("get") && name.length() > 3 && Character.isUpperCase(name.charAt(3))
                && method.getReturnType() != void.class;
    }

    /** Whether it gives what a step of the same name is given: {@code label()} beside {@code label(Text)}. */
    private static boolean isAccessor(Method method, Class<?> type) {
        Class<?> given = method.getReturnType();
        return given != void.class
                && isProject(method.getDeclaringClass())
                && Arrays.stream(type.getMethods())
                        .filter(other -> other.getName().equals(method.getName()))
                        .filter(other -> other.getReturnType() == void.class
                                || other.getReturnType().isAssignableFrom(type))
                        .anyMatch(other -> Arrays.asList(other.getParameterTypes()).contains(given));
    }

    private static boolean isAsked(Method method, Class<?> type) {
        Class<?> owner = method.getDeclaringClass();
        if (isLibrary(type)) {
            boolean isApt = isStatable(method.getReturnType()) || isHeld(method);
            boolean isGetter = GETTER.matcher(method.getName()).lookingAt() && isApt;
            return isGetter && isLibrary(owner) && Modifier.isPublic(owner.getModifiers());
        }
        return !method.getName().equals("hashCode")
                && owner != CompletableFuture.class
                && (isProject(owner) || owner.getName().startsWith("java.util.")
                        || owner == Throwable.class && TOLD_BY_THROWABLES.contains(method.getName()));
    }

    /**
     * Whether a library's object gives what it was made to hold: something of its own type parameter, constants,
     * texts and numbers, or the model that it carries. What else such getters give may lead
     * anywhere: a connection, a stream.
     */
    private static boolean isHeld(Method method) {
        Class<?> returns = method.getReturnType();
        Type type = method.getGenericReturnType();
        if (type instanceof ParameterizedType && Collection.class.isAssignableFrom(returns)) {
            return Arrays.stream(((ParameterizedType) type).getActualTypeArguments())
                    .anyMatch(of -> isOfItsClass(of) || of instanceof Class && isStatable((Class<?>) of));
        }
        boolean isByText = returns == Map.class && CARRIED.contains(method.getName())
                && type instanceof ParameterizedType
                && ((ParameterizedType) type).getActualTypeArguments()[0] == String.class;
        return isByText
                || returns == Object.class && TOLD.contains(method.getName())
                || isOfItsClass(type)
                || mayBeConstant(returns)
                || returns.isArray() && isStatable(returns.getComponentType());
    }

    /** Whether it is a library's collection for what is rare, such as warnings, and there is none. */
    private static boolean standsBy(Method method, Object object, Object answer) {
        return answer instanceof Collection
                && ((Collection<?>) answer).isEmpty()
                && isLibrary(object.getClass())
                && method.getGenericReturnType() instanceof ParameterizedType
                && Arrays.stream(((ParameterizedType) method.getGenericReturnType()).getActualTypeArguments())
                        .noneMatch(Observer::isOfItsClass);
    }

    /** Whether an interface is sealed and an enum among its classes: what is one is told by its name. */
    private static boolean mayBeConstant(Class<?> type) {
        if (!type.isInterface()) {
            return false;
        }
        try {
            Object permitted = Class.class.getMethod("getPermittedSubclasses").invoke(type);
            return permitted != null && Arrays.stream((Class<?>[]) permitted).anyMatch(Class::isEnum);
        } catch (ReflectiveOperationException nothingIsSealed) {
            return false;
        }
    }

    private static boolean isOfItsClass(Type type) {
        return type instanceof TypeVariable && ((TypeVariable<?>) type).getGenericDeclaration() instanceof Class;
    }

    /** The whole observation as bytes, or null when there is nothing to state. */
    private byte[] ask(Method method, Object object, int var, int defined) {
        return ask("", method, object, var, defined);
    }

    /** The same of an object that a call before gives; of such nothing is told that is not there. */
    private byte[] ask(String before, Method method, Object object, int var, int defined) {
        Output output = answers;
        output.truncate(0);
        Recorder.begin(budget);
        Class<?> outer = asked;
        asked = method.getDeclaringClass();
        try {
            Object answer = method.invoke(object);
            output.varint(var);
            output.u8(INSPECTOR);
            output.text(before + method.getName());
            output.text(Outcomes.descriptor(method.getReturnType(), method.getParameterTypes()));
            int start = output.length();
            boolean isThere = (answer != null || before.isEmpty()) && !standsBy(method, object, answer);
            boolean stated = isThere && !Recorder.exhausted() && write(output, answer, defined, 0);
            if (!stated && before.isEmpty() && isMoment(answer)) {
                // Another one each time: that there is one can be said.
                output.truncate(start);
                output.u8(OBJECT);
                output.text(answer.getClass().getName());
                return Arrays.copyOf(output.array(), output.length());
            }
            return stated && output.array()[start] != OBJECT ? Arrays.copyOf(output.array(), output.length()) : null;
        } catch (Throwable notStatable) {
            return null;
        } finally {
            asked = outer;
            Recorder.end();
        }
    }

    private void field(Field field, Object object, int var) {
        int start = buffer.length();
        try {
            field.setAccessible(true);
            Object value = field.get(object);
            buffer.varint(var);
            buffer.u8(FIELD);
            buffer.text(field.getName());
            if (isStatable(field.getType()) && write(buffer, value, var, 0)) {
                count++;
                return;
            }
        } catch (IllegalAccessException | RuntimeException notReadable) {
            buffer.truncate(start);
            return;
        }
        buffer.truncate(start);
    }

    private int sameAs(Object object, int var) {
        for (int i = 0; i < var; i++) {
            if (vars[i] == object) {
                return i;
            }
        }
        return -1;
    }

    /** Writes a value; false when it is better not stated, with the output then to be cut back by the caller. */
    private boolean write(Output output, Object value, int var, int depth) {
        if (value == null) {
            output.u8(NULL);
            return true;
        }
        if (value instanceof Enum && isKnown(((Enum<?>) value).getDeclaringClass())) {
            output.u8(ENUM);
            output.text(((Enum<?>) value).getDeclaringClass().getName());
            output.text(((Enum<?>) value).name());
            return true;
        }
        if (isFrame(value)) {
            return false;
        }
        if (value instanceof String) {
            output.u8(Protocol.OP_TEXT);
            output.text((String) value);
            return !IDENTITY_HASH.matcher((String) value).find();
        }
        if (primitive(output, value)) {
            return true;
        }
        boolean isPlainValue = isJdkValue(value.getClass()) && !isWrittenTo(value.getClass());
        int same = isPlainValue ? -1 : sameAs(value, var);
        if (same >= 0) {
            output.u8(SAME);
            output.varint(same);
            return true;
        }
        if (value instanceof Class && isNameable((Class<?>) value)) {
            output.u8(JDK_VALUE);
            output.text(Class.class.getName());
            output.text(((Class<?>) value).getName());
            return true;
        }
        if (value.getClass().isArray()) {
            List<Object> elements = arrayElements(value);
            // Of a stack not even the number of frames is the same.
            return !(value instanceof StackTraceElement[])
                    && elements.stream().noneMatch(Observer::isFrame)
                    && sequence(output, ARRAY, elements, Array.getLength(value), var, depth);
        }
        // Of what a mock was given its getters say more.
        boolean isPlainMap = !isArgument && PLAIN_MAPS.get(value.getClass());
        boolean isOfJdk = value.getClass().getClassLoader() == null || isPlainMap;
        if (isOfJdk && (value instanceof Collection || value instanceof Map)) {
            return collection(output, value, var, depth);
        }
        if (isJdkValue(value.getClass())) {
            output.u8(JDK_VALUE);
            output.text(value.getClass().getName());
            // The text of a date is another one in each time zone.
            Object told = value instanceof Date ? ((Date) value).toInstant() : value;
            try {
                output.text(told.toString());
            } catch (FormatterClosedException closed) {
                return false;
            }
            return !isAboutNow(told) && !isOfMachine(told);
        }
        Field constant = asked == null ? null : PublicConstants.of(value, asked);
        boolean isWide = depth == 0 && !isArgument;
        if (constant != null && (isWide || constant.getType() == value.getClass())) {
            output.u8(ENUM);
            output.text(constant.getDeclaringClass().getName());
            output.text(constant.getName());
            return true;
        }
        output.u8(OBJECT);
        output.text(value.getClass().getName());
        return true;
    }

    private static boolean isFrame(Object value) {
        return value instanceof StackTraceElement
                || value instanceof StackWalker.StackFrame
                || value instanceof String && FRAME.matcher((String) value).find();
    }

    private static boolean primitive(Output output, Object value) {
        if (value instanceof Boolean) {
            output.u8((Boolean) value ? Protocol.OP_TRUE : Protocol.OP_FALSE);
        } else if (value instanceof Byte) {
            output.u8(Protocol.OP_BYTE);
            output.zigzag((Byte) value);
        } else if (value instanceof Short) {
            output.u8(Protocol.OP_SHORT);
            output.zigzag((Short) value);
        } else if (value instanceof Character) {
            output.u8(Protocol.OP_CHAR);
            output.varint((Character) value);
        } else if (value instanceof Integer) {
            output.u8(Protocol.OP_INT);
            output.zigzag((Integer) value);
        } else if (value instanceof Long) {
            output.u8(Protocol.OP_LONG);
            output.zigzag((Long) value);
        } else if (value instanceof Float) {
            output.u8(Protocol.OP_FLOAT);
            output.u32(Float.floatToRawIntBits((Float) value));
        } else if (value instanceof Double) {
            output.u8(Protocol.OP_DOUBLE);
            output.f64((Double) value);
        } else {
            return false;
        }
        return true;
    }

    private static List<Object> arrayElements(Object array) {
        int length = Array.getLength(array);
        List<Object> elements = new ArrayList<>();
        for (int i = 0; i < Math.min(length, MOST_ELEMENTS + 1); i++) {
            elements.add(Array.get(array, i));
        }
        return elements;
    }

    private boolean collection(Output output, Object value, int var, int depth) {
        int start = output.length();
        try {
            if (value instanceof Map) {
                return unordered(output, (Map<?, ?>) value, var, depth);
            }
            Collection<?> all = (Collection<?>) value;
            if (value instanceof Set && all.stream().limit(MOST_ELEMENTS).noneMatch(Observer::isFrame)) {
                List<Object> sorted = new ArrayList<>(all.size() <= MOST_ELEMENTS ? all : List.of());
                sorted.sort(Comparator.comparing(this::sortKey));
                unordered(output, 0, sorted, all.size(), var, depth);
                values(output, List.of(), all.size(), var, depth);
                return true;
            }
            List<Object> elements =
                    value instanceof List && all.size() <= MOST_ELEMENTS ? new ArrayList<>(all) : List.of();
            return all.stream().limit(MOST_ELEMENTS).noneMatch(Observer::isFrame)
                    && sequence(output, SIZED, elements, all.size(), var, depth);
        } catch (Throwable fromUserCode) {
            output.truncate(start);
            output.u8(OBJECT);
            output.text(value.getClass().getName());
            return true;
        }
    }

    /**
     * A map with its values, in an order that does not depend on hash codes. It is asked for all that it holds and for
     * no key: one that forgets what was not asked for long would be another one afterwards.
     */
    private boolean unordered(Output output, Map<?, ?> map, int var, int depth) {
        int size = map.size();
        List<Map.Entry<?, ?>> entries = new ArrayList<>(size <= MOST_ELEMENTS ? map.entrySet() : Set.of());
        entries.sort(Comparator.comparing(entry -> sortKey(entry.getKey())));
        List<Object> keys = new ArrayList<>();
        List<Object> values = new ArrayList<>();
        for (Map.Entry<?, ?> entry : entries) {
            keys.add(entry.getKey());
            values.add(entry.getValue());
        }
        unordered(output, 1, keys, size, var, depth);
        values(output, values, size, var, depth);
        return true;
    }

    private void unordered(Output output, int isMap, List<Object> keys, int size, int var, int depth) {
        output.u8(UNORDERED);
        output.varint(size);
        output.u8(isMap);
        elements(output, keys, size, var, depth);
    }

    /** The values of a map: of one that cannot be stated it is told that it is there. */
    private void values(Output output, List<Object> values, int length, int var, int depth) {
        boolean areAllThere = values.size() == length && length <= MOST_ELEMENTS && depth < 3;
        output.varint(areAllThere ? length : 0);
        for (int i = 0; areAllThere && i < length; i++) {
            int start = output.length();
            if (!write(output, values.get(i), var, depth + 1) || output.array()[start] == OBJECT) {
                output.truncate(start);
                output.u8(OBJECT);
                output.text("java.lang.Object");
            }
        }
    }

    /** Whether others know the class by its name: a library keeps some of its enums to itself. */
    private static boolean isKnown(Class<?> type) {
        for (Class<?> at = type; at != null; at = at.getDeclaringClass()) {
            if (!Modifier.isPublic(at.getModifiers())) {
                return isProject(type);
            }
        }
        return true;
    }

    /** What is stated of a key; all others are equal here and keep their order. */
    private String sortKey(Object key) {
        if (key instanceof Enum) {
            return ((Enum<?>) key).name();
        }
        Field constant = key == null || asked == null ? null : PublicConstants.of(key, asked);
        if (constant != null) {
            return constant.getDeclaringClass().getName() + "." + constant.getName();
        }
        boolean isPlain = key instanceof String || key instanceof Number && key.getClass().getClassLoader() == null
                || key instanceof Character || key instanceof Boolean;
        return isPlain ? key.toString() : "";
    }

    private boolean sequence(Output output, int kind, List<Object> elements, int length, int var, int depth) {
        output.u8(kind);
        output.varint(length);
        return elements(output, elements, length, var, depth);
    }

    /** The elements where all of them are there and can be stated, else none. */
    private boolean elements(Output output, List<Object> elements, int length, int var, int depth) {
        int start = output.length();
        boolean stated = elements.size() == length && length <= MOST_ELEMENTS && depth < 3;
        output.varint(stated ? length : 0);
        for (int i = 0; stated && i < length; i++) {
            int element = output.length();
            stated = write(output, elements.get(i), var, depth + 1) && output.array()[element] != OBJECT;
        }
        if (!stated) {
            output.truncate(start);
            output.varint(0);
        }
        return true;
    }
}
