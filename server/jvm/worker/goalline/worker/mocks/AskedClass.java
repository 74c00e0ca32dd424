package goalline.worker.mocks;

import java.lang.invoke.MethodType;
import java.lang.reflect.MalformedParameterizedTypeException;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/** Calls that say of what class they want an object: {@code <T> T getBean(Class<T> type)}. */
final class AskedClass {
    /** By mocked type: name and descriptor of the methods that are asked so. */
    private static final ClassValue<Set<String>> METHODS = new ClassValue<>() {
        @Override
        protected Set<String> computeValue(Class<?> type) {
            Set<String> found = new HashSet<>();
            for (Method method : type.getMethods()) {
                if (givesAsked(method)) {
                    MethodType shape = MethodType.methodType(method.getReturnType(), method.getParameterTypes());
                    found.add(method.getName() + shape.toMethodDescriptorString());
                }
            }
            return found;
        }
    };

    private AskedClass() {
    }

    /** The class that the call of a mock of this type asks for an object of, or null. */
    static Class<?> of(Class<?> type, String key, Object[] arguments) {
        if (!key.endsWith(")Ljava/lang/Object;") || !key.contains("Ljava/lang/Class;")) {
            return null;
        }
        Class<?> given = METHODS.get(type).contains(key) ? among(arguments) : null;
        return given == null || given.isPrimitive() ? null : given;
    }

    /** The first class among the arguments, or null. */
    static Class<?> among(Object[] arguments) {
        for (Object argument : arguments) {
            if (argument instanceof Class) {
                return (Class<?>) argument;
            }
        }
        return null;
    }

    private static boolean givesAsked(Method method) {
        boolean isAsked = method.getReturnType() == Object.class
                && Arrays.asList(method.getParameterTypes()).contains(Class.class);
        if (!isAsked) {
            return false;
        }
        try {
            Type returns = method.getGenericReturnType();
            return returns instanceof TypeVariable
                    && method.equals(((TypeVariable<?>) returns).getGenericDeclaration());
        } catch (LinkageError | TypeNotPresentException | MalformedParameterizedTypeException broken) {
            return false;
        }
    }
}
