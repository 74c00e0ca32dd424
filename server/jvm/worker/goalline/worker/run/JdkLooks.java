package goalline.worker.run;

import java.io.File;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.net.URI;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Currency;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.DoubleAccumulator;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Pattern;

/**
 * What is asked of objects of the JDK that hold something and are neither containers nor values: that there is one says
 * nothing yet. A table, since most classes of the JDK have methods that nobody wants to read in a test.
 */
final class JdkLooks {
    private static final List<JdkLooks> TABLE = List.of(
            first(Optional.class, "get", "isPresent"),
            first(OptionalInt.class, "getAsInt", "isPresent"),
            first(OptionalLong.class, "getAsLong", "isPresent"),
            first(OptionalDouble.class, "getAsDouble", "isPresent"),
            first(CompletableFuture.class, "join", "isCompletedExceptionally", "isDone"),
            all(Map.Entry.class, "getKey", "getValue"),
            all(AtomicBoolean.class, "get"),
            all(AtomicInteger.class, "get"),
            all(AtomicLong.class, "get"),
            all(AtomicReference.class, "get"),
            all(LongAdder.class, "sum"),
            all(DoubleAdder.class, "sum"),
            all(LongAccumulator.class, "get"),
            all(DoubleAccumulator.class, "get"),
            all(Iterator.class, "hasNext"),
            all(Enumeration.class, "hasMoreElements"),
            all(Throwable.class, "getMessage"),
            all(Pattern.class, "pattern"),
            all(File.class, "getName"),
            all(Member.class, "getName"),
            all(Currency.class, "getCurrencyCode"),
            all(Charset.class, "name"),
            all(URI.class, "toString"),
            all(BitSet.class, "toString"),
            // Of a container that no expression can be written for, its text says all.
            all(Map.class, "toString"),
            all(Collection.class, "toString"));

    private static final JdkLooks NONE = all(Void.class);

    private static final ClassValue<JdkLooks> LOOKS = new ClassValue<>() {
        @Override
        protected JdkLooks computeValue(Class<?> type) {
            // A future of the project's own is asked what any future is.
            boolean isOfJdk = type.getClassLoader() == null || CompletableFuture.class.isAssignableFrom(type);
            return TABLE.stream().filter(row -> isOfJdk && row.type.isAssignableFrom(type)).findFirst().orElse(NONE);
        }
    };

    private final Class<?> type;

    /** Of the type that declares them: its implementations are closed to others. */
    final List<Method> methods;

    /** Whether the first one that has an answer says all. */
    final boolean isFirstEnough;

    private JdkLooks(Class<?> type, boolean isFirstEnough, String... names) {
        this.type = type;
        this.isFirstEnough = isFirstEnough;
        this.methods = new ArrayList<>();
        for (String name : names) {
            for (Method method : type.getMethods()) {
                if (method.getName().equals(name) && method.getParameterCount() == 0) {
                    methods.add(method);
                }
            }
        }
    }

    private static JdkLooks first(Class<?> type, String... names) {
        return new JdkLooks(type, true, names);
    }

    private static JdkLooks all(Class<?> type, String... names) {
        return new JdkLooks(type, false, names);
    }

    /** Whether the question makes sense now: a future that is not done would keep who joins it waiting. */
    static boolean isAnswered(Method question, Object object) {
        if (!(object instanceof CompletableFuture)) {
            return true;
        }
        CompletableFuture<?> future = (CompletableFuture<?>) object;
        switch (question.getName()) {
            case "join":
                return future.isDone() && !future.isCompletedExceptionally();
            case "isCompletedExceptionally":
                return future.isCompletedExceptionally();
            default:
                return true;
        }
    }

    /** What is asked of objects of the class; empty where nothing is. */
    static JdkLooks of(Class<?> type) {
        return LOOKS.get(type);
    }
}
