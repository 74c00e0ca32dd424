package goalline.usertests;

import java.lang.annotation.Annotation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.platform.engine.TestDescriptor;

/**
 * Turns round the order in which the tests of a class run, in Jupiter and in JUnit 4; leaves alone what has no order
 * to turn.
 */
final class Backwards {
    /** Annotations by which a class says in which order its tests have to run. */
    private static final Set<String> ORDERS = Set.of(
            "org.junit.jupiter.api.TestMethodOrder", "org.junit.FixMethodOrder", "org.junit.runner.OrderWith");

    private Backwards() {}

    /** Whether the tests of a class rely on their order. */
    static boolean isOrdered(Class<?> type) {
        return isOrdered(type, new HashSet<>());
    }

    /** The same; annotations may stand on what it inherits from, and on its own annotations. */
    private static boolean isOrdered(Class<?> type, Set<Class<?>> seen) {
        if (type == null || !seen.add(type)) {
            return false;
        }
        if (ORDERS.contains(type.getName()) || isOrdered(type.getSuperclass(), seen)) {
            return true;
        }
        List<Class<?>> others = new ArrayList<>(List.of(type.getInterfaces()));
        for (Annotation annotation : type.getDeclaredAnnotations()) {
            others.add(annotation.annotationType());
        }
        return others.stream().anyMatch(other -> isOrdered(other, seen));
    }

    /**
     * Turns the children of a descriptor round. The launcher visits a descriptor before its children, and those as
     * they are then.
     */
    static void turn(TestDescriptor descriptor) {
        List<TestDescriptor> children = new ArrayList<>(descriptor.getChildren());
        Collections.reverse(children);
        for (TestDescriptor child : children) {
            descriptor.removeChild(child);
            descriptor.addChild(child);
        }
        turnRunner(descriptor);
    }

    /**
     * A runner of JUnit 4 keeps an order of its own. JUnit 4 is not on the class path of every project, so it is
     * found by name.
     */
    private static void turnRunner(TestDescriptor descriptor) {
        Class<?> type = descriptor.getClass();
        if (!type.getName().equals("org.junit.vintage.engine.descriptor.RunnerTestDescriptor")) {
            return;
        }
        try {
            ClassLoader loader = type.getClassLoader();
            Class<?> sorter = loader.loadClass("org.junit.runner.manipulation.Sorter");
            Class<?> described = loader.loadClass("org.junit.runner.Describable");
            Object request = type.getMethod("toRequest").invoke(descriptor);
            Object runner = loader.loadClass("org.junit.runner.Request").getMethod("getRunner").invoke(request);
            Map<Object, Integer> places = new HashMap<>();
            place(described.getMethod("getDescription").invoke(runner), places);
            Comparator<Object> backwards =
                    Comparator.comparing(test -> -places.getOrDefault(test, places.size()));
            Object turning = sorter.getConstructor(Comparator.class).newInstance(backwards);
            sorter.getMethod("apply", Object.class).invoke(turning, runner);
        } catch (ReflectiveOperationException | LinkageError otherVersion) {
            return;
        }
    }

    /** Numbers a description of JUnit 4 and all below it as they stand. */
    private static void place(Object description, Map<Object, Integer> places) throws ReflectiveOperationException {
        places.putIfAbsent(description, places.size());
        for (Object child : (List<?>) description.getClass().getMethod("getChildren").invoke(description)) {
            place(child, places);
        }
    }
}
