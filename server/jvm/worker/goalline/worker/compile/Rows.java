package goalline.worker.compile;

import java.lang.annotation.Annotation;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;

/**
 * The rows of a parameterised test as JUnit reads them, as far as our own tests use them: values of one kind, or
 * values between commas, in single quotes where they would be read otherwise without.
 */
final class Rows {
    private static final String PROVIDERS = "org.junit.jupiter.params.provider.";

    private Rows() {}

    /** The arguments of each call: one call without any for a test without a table. */
    static List<Object[]> of(Method test) throws ReflectiveOperationException {
        List<Object[]> rows = new ArrayList<>();
        for (Annotation annotation : test.getDeclaredAnnotations()) {
            String name = annotation.annotationType().getName();
            if (name.equals(PROVIDERS + "CsvSource")) {
                for (String row : (String[]) annotation.annotationType().getMethod("value").invoke(annotation)) {
                    rows.add(converted(cells(row), test.getParameterTypes()));
                }
            } else if (name.equals(PROVIDERS + "ValueSource")) {
                for (Method attribute : annotation.annotationType().getDeclaredMethods()) {
                    attribute.setAccessible(true);
                    Object values = attribute.invoke(annotation);
                    for (int i = 0; i < Array.getLength(values); i++) {
                        rows.add(new Object[] {Array.get(values, i)});
                    }
                }
            }
        }
        if (rows.isEmpty()) {
            rows.add(new Object[0]);
        }
        return rows;
    }

    private static Object[] converted(List<String> cells, Class<?>[] types) {
        Object[] arguments = new Object[cells.size()];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = converted(cells.get(i), types[i]);
        }
        return arguments;
    }

    private static Object converted(String text, Class<?> type) {
        if (type == int.class) {
            return Integer.decode(text);
        } else if (type == long.class) {
            return Long.decode(text);
        } else if (type == short.class) {
            return Short.decode(text);
        } else if (type == byte.class) {
            return Byte.decode(text);
        } else if (type == float.class) {
            return Float.valueOf(text);
        } else if (type == double.class) {
            return Double.valueOf(text);
        } else if (type == boolean.class) {
            return Boolean.valueOf(text);
        } else if (type == char.class && text.length() == 1) {
            return text.charAt(0);
        } else if (type == String.class) {
            return text;
        }
        throw new IllegalArgumentException("no " + type.getName() + ": " + text);
    }

    /** The values of a row; one that is empty and not in quotes is null. */
    static List<String> cells(String row) {
        List<String> cells = new ArrayList<>();
        int at = 0;
        while (at <= row.length()) {
            while (at < row.length() && row.charAt(at) == ' ') {
                at++;
            }
            if (at < row.length() && row.charAt(at) == '\'') {
                StringBuilder text = new StringBuilder();
                at++;
                while (row.charAt(at) != '\'' || at + 1 < row.length() && row.charAt(at + 1) == '\'') {
                    at += row.charAt(at) == '\'' ? 1 : 0;
                    text.append(row.charAt(at++));
                }
                cells.add(text.toString());
                at++;
            } else {
                int comma = row.indexOf(',', at);
                String text = row.substring(at, comma < 0 ? row.length() : comma).trim();
                cells.add(text.isEmpty() ? null : text);
                at = comma < 0 ? row.length() : comma;
            }
            // Behind the comma.
            at++;
        }
        return cells;
    }
}
