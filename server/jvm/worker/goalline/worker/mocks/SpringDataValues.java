package goalline.worker.mocks;

import java.lang.reflect.Method;
import java.util.StringJoiner;

/**
 * Tells requests of pages and orders of Spring Data by what they are made of: {@code PageRequest.of(0, 20)} in place of
 * any argument. Nothing of the project runs, and nothing of them leads anywhere.
 */
public final class SpringDataValues {
    private static final String PACKAGE = "org.springframework.data.domain.";

    private SpringDataValues() {}

    /** The arguments of {@code of} or {@code by}, with commas between them; null for anything else. */
    public static String arguments(Object value) {
        Class<?> type = value.getClass();
        try {
            if (type.getName().equals(PACKAGE + "PageRequest")) {
                // Older ones are made by a constructor.
                type.getMethod("of", int.class, int.class);
                String page = ask(value, "getPageNumber") + "," + ask(value, "getPageSize");
                String sort = sort(ask(value, "getSort"));
                return sort == null ? null : sort.isEmpty() ? page : page + "," + sort;
            }
            if (type.getName().equals(PACKAGE + "Sort")) {
                type.getMethod("unsorted");
                String sort = sort(value);
                return sort == null || sort.isEmpty() ? null : sort;
            }
            return null;
        } catch (ReflectiveOperationException | RuntimeException another) {
            return null;
        }
    }

    /** A direction and the properties; empty for no order, null for one that takes more words. */
    private static String sort(Object sort) throws ReflectiveOperationException {
        StringJoiner properties = new StringJoiner(",");
        Object direction = null;
        for (Object order : (Iterable<?>) sort) {
            Object own = ask(order, "getDirection");
            String property = (String) ask(order, "getProperty");
            boolean isPlain = "NATIVE".equals(ask(order, "getNullHandling").toString())
                    && Boolean.FALSE.equals(ask(order, "isIgnoreCase"))
                    && property.matches("[\\w.]+");
            if (!isPlain || direction != null && direction != own) {
                return null;
            }
            if (direction == null) {
                properties.add(own.toString());
            }
            direction = own;
            properties.add(property);
        }
        return properties.toString();
    }

    private static Object ask(Object object, String question) throws ReflectiveOperationException {
        Method method = object.getClass().getMethod(question);
        method.setAccessible(true);
        return method.invoke(object);
    }
}
