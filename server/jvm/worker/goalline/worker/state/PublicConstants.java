package goalline.worker.state;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds the name under which everybody knows an object: {@code TSIG.HMAC_MD5}. A test that says it says more than one
 * that counts the object's labels. Only what is the very object counts: {@code equals} may be the project's code.
 */
public final class PublicConstants {
    /** By class: the constants that it declares and every test can name, the deprecated ones not. */
    private static final ClassValue<List<Field>> DECLARED = new ClassValue<>() {
        @Override
        protected List<Field> computeValue(Class<?> type) {
            return declared(type);
        }
    };

    private PublicConstants() {}

    /**
     * The constant that the object is: of its own class, of one that this extends, or of the class that was asked for
     * it; null for none. Classes are initialised by now; an interface may not be, and its code would run here.
     */
    public static Field of(Object value, Class<?> asked) {
        Class<?> type = value.getClass();
        while (type != null && type.getClassLoader() != null) {
            Field found = among(DECLARED.get(type), value);
            if (found != null) {
                return found;
            }
            type = type.getSuperclass();
        }
        return asked.isInterface() ? null : among(DECLARED.get(asked), value);
    }

    private static Field among(List<Field> constants, Object value) {
        for (Field constant : constants) {
            try {
                if (constant.getType().isInstance(value) && constant.get(null) == value) {
                    return constant;
                }
            } catch (IllegalAccessException | RuntimeException | LinkageError notReadable) {
                // Then nobody says it by this name.
            }
        }
        return null;
    }

    private static List<Field> declared(Class<?> type) {
        List<Field> found = new ArrayList<>();
        if (!isPublic(type)) {
            return found;
        }
        int wanted = Modifier.PUBLIC | Modifier.STATIC | Modifier.FINAL;
        try {
            for (Field field : type.getDeclaredFields()) {
                boolean isObject = !field.getType().isPrimitive() && !field.getType().isArray();
                if (isObject
                        && (field.getModifiers() & wanted) == wanted
                        && !field.isSynthetic()
                        && !field.isAnnotationPresent(Deprecated.class)) {
                    found.add(field);
                }
            }
        } catch (RuntimeException | Error notReadable) {
            // A class is missing, or an annotation is broken.
            found.clear();
        }
        return found;
    }

    private static boolean isPublic(Class<?> type) {
        boolean isPublic = true;
        for (Class<?> at = type; at != null; at = at.getDeclaringClass()) {
            isPublic &= Modifier.isPublic(at.getModifiers());
        }
        return isPublic;
    }
}
