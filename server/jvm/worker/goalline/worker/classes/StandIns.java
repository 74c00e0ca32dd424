package goalline.worker.classes;

import goalline.probe.AnotherDay;
import goalline.probe.SystemClassPath;
import java.util.HashMap;
import java.util.Map;

/** Which methods of the JDK have one of ours in their place in code of the project: a table for {@link RedirectedCalls}. */
final class StandIns {
    /** A static method of ours. */
    static final class StandIn {
        /** Internal name of its class. */
        final String owner;

        final String method;

        StandIn(Class<?> owner, String method) {
            this.owner = owner.getName().replace('.', '/');
            this.method = method;
        }
    }

    /** Whether this JVM lives on another day. */
    static final boolean ON_ANOTHER_DAY = System.getProperty(AnotherDay.PROPERTY) != null;

    /** Static methods of one name by internal name of their class, all overloads: ours take and give the same. */
    private static final Map<String, Map<String, StandIn>> METHODS = new HashMap<>();

    /** What makes an object in place of a constructor without parameters, by internal name of the class. */
    private static final Map<String, StandIn> CONSTRUCTORS = new HashMap<>();

    static {
        String[] asking = {
            "getSystemClassLoader", "getSystemResource", "getSystemResources", "getSystemResourceAsStream"
        };
        for (String method : asking) {
            add("java/lang/ClassLoader", method, SystemClassPath.class, method);
        }
        if (ON_ANOTHER_DAY) {
            addClocks();
        }
    }

    private StandIns() {}

    private static void addClocks() {
        add("java/lang/System", "currentTimeMillis", AnotherDay.class, "currentTimeMillis");
        String[] clocks = {"systemUTC", "systemDefaultZone", "system", "tickMillis", "tickSeconds", "tickMinutes"};
        for (String method : clocks) {
            add("java/time/Clock", method, AnotherDay.class, method);
        }
        String[] times = {
            "Instant", "LocalDate", "LocalTime", "LocalDateTime", "ZonedDateTime", "OffsetDateTime", "OffsetTime",
            "Year", "YearMonth", "MonthDay"
        };
        for (String type : times) {
            String ours = Character.toLowerCase(type.charAt(0)) + type.substring(1);
            add("java/time/" + type, "now", AnotherDay.class, ours);
        }
        for (String type : new String[] {"Calendar", "GregorianCalendar"}) {
            add("java/util/" + type, "getInstance", AnotherDay.class, "getInstance");
        }
        CONSTRUCTORS.put("java/util/Date", new StandIn(AnotherDay.class, "date"));
        CONSTRUCTORS.put("java/util/GregorianCalendar", new StandIn(AnotherDay.class, "gregorianCalendar"));
    }

    private static void add(String owner, String method, Class<?> ours, String name) {
        METHODS.computeIfAbsent(owner, it -> new HashMap<>()).put(method, new StandIn(ours, name));
    }

    /** Whether some methods or the constructor of this class (internal name) have one of ours in their place. */
    static boolean has(String owner) {
        return METHODS.containsKey(owner) || CONSTRUCTORS.containsKey(owner);
    }

    /** Ours for this method; null where it stays as it is. */
    static StandIn of(String owner, String method) {
        return METHODS.getOrDefault(owner, Map.of()).get(method);
    }

    /** Ours for the constructor without parameters; null where it stays as it is. */
    static StandIn ofConstructor(String owner) {
        return CONSTRUCTORS.get(owner);
    }
}
