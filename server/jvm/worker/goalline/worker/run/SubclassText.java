package goalline.worker.run;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Writes the Java text of a small subclass of an abstract class whose abstract methods ask a function for their
 * answers.
 */
public final class SubclassText {
    private SubclassText() {}

    public static String write(Class<?> type, String packageName, String simpleName) {
        StringBuilder text = new StringBuilder();
        if (!packageName.isEmpty()) {
            text.append("package ").append(packageName).append(";\n");
        }
        text.append("@SuppressWarnings(\"all\")\nclass ").append(simpleName).append(" extends ").append(source(type));
        text.append(" {\n  private final java.util.function.Function<String, Object> goalline$answers;\n  ");
        constructor(text, type, packageName, simpleName);
        for (Map.Entry<String, Method> entry : abstractMethods(type).entrySet()) {
            method(text, entry.getKey(), entry.getValue());
        }
        return text.append("}\n").toString();
    }

    private static String source(Class<?> type) {
        String name = type.getCanonicalName();
        if (name == null) {
            throw new Linkage.Unlinkable(type.getName() + " has no name to extend it by");
        }
        return name;
    }

    private static void constructor(StringBuilder text, Class<?> type, String packageName, String simpleName) {
        boolean samePackage = type.getPackageName().equals(packageName);
        Constructor<?> chosen = chosen(type, samePackage);
        text.append(simpleName)
                .append("(java.util.function.Function<String, Object> answers, Object[] given) throws Throwable {\n    super(");
        String separator = "";
        int number = 0;
        for (Class<?> parameter : chosen.getParameterTypes()) {
            String nothing = parameter.isPrimitive() ? zeroText(parameter) : "null";
            text.append(separator).append("given.length == 0 ? ").append(nothing);
            text.append(" : (").append(source(parameter)).append(") given[").append(number++).append(']');
            separator = ", ";
        }
        text.append(");\n    goalline$answers = answers;\n  }\n");
    }

    /** The constructor with the fewest parameters, of several the one whose descriptor comes first. */
    static Constructor<?> chosen(Class<?> type, boolean samePackage) {
        Optional<Constructor<?>> simplest = Arrays.stream(type.getDeclaredConstructors())
                .filter(constructor -> isVisible(constructor.getModifiers(), samePackage))
                .min(Comparator.comparing((Constructor<?> it) -> it.getParameterCount())
                        .thenComparing(it -> Outcomes.descriptor(void.class, it.getParameterTypes())));
        return simplest.orElseThrow(
                () -> new Linkage.Unlinkable(type.getName() + " has no constructor that a subclass can call"));
    }

    private static boolean isVisible(int modifiers, boolean samePackage) {
        return !Modifier.isPrivate(modifiers)
                && (samePackage || Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers));
    }

    private static String zeroText(Class<?> type) {
        return type == boolean.class ? "false" : "(" + type.getName() + ") 0";
    }

    /** The methods that a concrete subclass must have, by name and erased parameters. */
    private static Map<String, Method> abstractMethods(Class<?> type) {
        Map<String, Method> concrete = new LinkedHashMap<>();
        Map<String, Method> missing = new LinkedHashMap<>();
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            for (Method method : sorted(at.getDeclaredMethods())) {
                if (Modifier.isStatic(method.getModifiers()) || Modifier.isPrivate(method.getModifiers())) {
                    continue;
                }
                String key = key(method);
                if (!Modifier.isAbstract(method.getModifiers())) {
                    concrete.put(key, method);
                } else if (!concrete.containsKey(key)) {
                    missing.putIfAbsent(key, method);
                }
            }
        }
        for (Method method : sorted(type.getMethods())) {
            if (Modifier.isAbstract(method.getModifiers()) && !concrete.containsKey(key(method))) {
                missing.putIfAbsent(key(method), method);
            }
        }
        return missing;
    }

    private static Method[] sorted(Method[] methods) {
        Arrays.sort(methods, Comparator.comparing(Method::getName).thenComparing(Method::toString));
        return methods;
    }

    private static String key(Method method) {
        return method.getName() + Arrays.toString(method.getParameterTypes());
    }

    private static void method(StringBuilder text, String key, Method method) {
        int modifiers = method.getModifiers();
        String access = Modifier.isPublic(modifiers) ? "public " : Modifier.isProtected(modifiers) ? "protected " : "";
        String returns = source(method.getReturnType());
        text.append("  ").append(access).append(returns).append(' ').append(method.getName()).append('(');
        String separator = "";
        int number = 0;
        for (Class<?> parameter : method.getParameterTypes()) {
            text.append(separator).append(source(parameter)).append(" p").append(number++);
            separator = ", ";
        }
        text.append(") {\n");
        if (method.getReturnType() != void.class) {
            String descriptor = java.lang.invoke.MethodType.methodType(
                            method.getReturnType(), method.getParameterTypes())
                    .toMethodDescriptorString();
            // A call from the superclass's constructor comes before the answers are there.
            text.append("    Object answer = goalline$answers == null ? null : goalline$answers.apply(\"")
                    .append(method.getName())
                    .append(descriptor)
                    .append("\");\n    return ");
            if (method.getReturnType().isPrimitive()) {
                text.append("answer == null ? ").append(zeroText(method.getReturnType())).append(" : ");
            }
            text.append('(').append(returns).append(") answer;\n");
        }
        text.append("  }\n");
    }
}
