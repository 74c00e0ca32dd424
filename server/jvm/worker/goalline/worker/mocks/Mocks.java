package goalline.worker.mocks;

import goalline.worker.classes.ProjectLoader;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Makes mocks of one class loader's types: objects of a subclass that is written once, for which no constructor runs
 * and of whose methods none does; decides no answers.
 */
public final class Mocks {
    /** How mocks of one type are made. */
    private static final class Maker {
        final Constructor<?> constructor;
        final Field field;

        Maker(Constructor<?> constructor, Field field) {
            this.constructor = constructor;
            this.field = field;
        }
    }

    private final Map<Class<?>, Maker> makers = new HashMap<>();

    /** A mock that the statement makes. */
    public Mock create(Class<?> type, ProjectLoader loader, String testPackage, int var, Answers answers)
            throws ReflectiveOperationException {
        Maker maker = makers.get(type);
        if (maker == null) {
            maker = maker(type, loader, testPackage);
            makers.put(type, maker);
        }
        Mock mock = new Mock(var, type, answers);
        mock.object = maker.constructor.newInstance();
        maker.field.set(mock.object, mock);
        return mock;
    }

    /** The object that a test uses. */
    public static Object objectOf(Mock mock) {
        return mock.object;
    }

    private static Maker maker(Class<?> type, ProjectLoader loader, String testPackage)
            throws ReflectiveOperationException {
        String home = type.getClassLoader() == loader ? type.getPackageName() : testPackage;
        String simple = type.getName().replace('.', '_').replace('$', '_') + "_Mock";
        String name = home.isEmpty() ? simple : home + "." + simple;
        boolean isNeighbour = type.getClassLoader() == loader;
        loader.addStateless(name, MockClass.write(name, type, overridden(type, isNeighbour)));
        Class<?> mocked = loader.find(name);
        return new Maker(withoutConstructor(mocked), mocked.getField(MockClass.FIELD));
    }

    /** As serialisation makes objects: none of the class's constructors runs. */
    private static Constructor<?> withoutConstructor(Class<?> type) throws ReflectiveOperationException {
        Class<?> factory = Class.forName("sun.reflect.ReflectionFactory");
        Object instance = factory.getMethod("getReflectionFactory").invoke(null);
        Constructor<?> made = (Constructor<?>) factory.getMethod(
                        "newConstructorForSerialization", Class.class, Constructor.class)
                .invoke(instance, type, Object.class.getDeclaredConstructor());
        made.setAccessible(true);
        return made;
    }

    /** All methods that a subclass can override, the nearest declaration of each. */
    private static Collection<Method> overridden(Class<?> type, boolean isNeighbour) {
        Map<String, Method> found = new LinkedHashMap<>();
        Set<String> closed = new HashSet<>();
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            for (Method method : sorted(at.getDeclaredMethods())) {
                take(method, isNeighbour, found, closed);
            }
        }
        for (Method method : sorted(type.getMethods())) {
            take(method, isNeighbour, found, closed);
        }
        if (type.isInterface()) {
            for (Method method : sorted(Object.class.getMethods())) {
                take(method, false, found, closed);
            }
        }
        return found.values();
    }

    private static void take(Method method, boolean isNeighbour, Map<String, Method> found, Set<String> closed) {
        int modifiers = method.getModifiers();
        boolean isVisible = Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers) || isNeighbour;
        String key = method.getName() + MockClass.descriptor(method);
        if (Modifier.isPrivate(modifiers) || Modifier.isStatic(modifiers) || !isVisible || closed.contains(key)) {
            return;
        }
        boolean isOfObject = method.getDeclaringClass() == Object.class
                && !Set.of("equals", "hashCode", "toString").contains(method.getName());
        // A bridge calls what it is a bridge to.
        if (Modifier.isFinal(modifiers) || method.isBridge() || isOfObject) {
            closed.add(key);
        } else {
            found.putIfAbsent(key, method);
        }
    }

    private static Method[] sorted(Method[] methods) {
        Arrays.sort(methods, Comparator.comparing(Method::getName).thenComparing(Method::toString));
        return methods;
    }
}
