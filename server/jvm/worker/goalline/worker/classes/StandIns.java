package goalline.worker.classes;

import goalline.probe.AnotherDay;
import goalline.probe.SystemClassPath;
import java.util.HashMap;
import java.util.Map;

/** Which methods of the JDK have one of ours in their place: tables for {@link RedirectedCalls}. */
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

    /** In code of the project: there is no class path of the system but its own, and it may be another day. */
    static final StandIns IN_PROJECT = new StandIns();
    /** In libraries: it may be another day. */
    static final StandIns IN_LIBRARIES = new StandIns();

    static {
        String[] asking = {
            "getSystemClassLoader", "getSystemResource", "getSystemResources", "getSystemResourceAsStream"
        };
        for (String method : asking) {
            IN_PROJECT.add("java/lang/ClassLoader", method, SystemClassPath.class, method);
        }
        if (ON_ANOTHER_DAY) {
            IN_PROJECT.addClocks();
            IN_LIBRARIES.addClocks();
        }
    }

    /** Static methods of one name by internal name of their class, all overloads: ours take and give the same. */
    private final Map<String, Map<String, StandIn>> methods = new HashMap<>();

    /** What makes an object in place of a constructor without parameters, by internal name of the class. */
    private final Map<String, StandIn> constructors = new HashMap<>();

    private StandIns() {}

    private void addClocks() {
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
        constructors.put("java/util/Date", new StandIn(AnotherDay.class, "date"));
        constructors.put("java/util/GregorianCalendar", new StandIn(AnotherDay.class, "gregorianCalendar"));
    }

    private void add(String owner, String method, Class<?> ours, String name) {
        methods.computeIfAbsent(owner, it -> new HashMap<>()).put(method, new StandIn(ours, name));
    }

    /** Whether some methods or the constructor of this class (internal name) have one of ours in their place. */
    boolean has(String owner) {
        return methods.containsKey(owner) || constructors.containsKey(owner);
    }

    /** Ours for this method; null where it stays as it is. */
    StandIn of(String owner, String method) {
        return methods.getOrDefault(owner, Map.of()).get(method);
    }

    /** Ours for the constructor without parameters; null where it stays as it is. */
    StandIn ofConstructor(String owner) {
        return constructors.get(owner);
    }
}
