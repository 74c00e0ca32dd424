package goalline.worker.mocks;

import java.lang.reflect.Method;
import java.util.StringJoiner;

/**
 * Tells requests of pages and orders of Spring Data by what they are made of: {@code PageRequest.of(0, 20)} in place of
 * any argument. Only objects of the very classes count; who asks counts the steps, for a project may have such classes.
 */
public final class PagesAndOrders {
    private static final String PACKAGE = "org.springframework.data.domain.";

    private PagesAndOrders() {}

    /** The arguments of {@code of} or {@code by}, with commas between them; null for anything else. */
    public static String arguments(Object value) {
        Class<?> type = value.getClass();
        boolean isPage = type.getName().equals(PACKAGE + "PageRequest");
        if (!isPage && !type.getName().equals(PACKAGE + "Sort")) {
            return null;
        }
        try {
            return isPage ? page(value) : ordered(value);
        } catch (ReflectiveOperationException | RuntimeException another) {
            return null;
        }
    }

    private static String page(Object request) throws ReflectiveOperationException {
        // Older ones are made by a constructor.
        request.getClass().getMethod("of", int.class, int.class);
        int page = (Integer) ask(request, "getPageNumber");
        int size = (Integer) ask(request, "getPageSize");
        String sort = sort(ask(request, "getSort"));
        return sort == null ? null : page + "," + size + (sort.isEmpty() ? "" : "," + sort);
    }

    private static String ordered(Object order) throws ReflectiveOperationException {
        order.getClass().getMethod("unsorted");
        String sort = sort(order);
        return sort == null || sort.isEmpty() ? null : sort;
    }

    /** A direction and the properties; empty for no order, null for one that takes more words. */
    private static String sort(Object sort) throws ReflectiveOperationException {
        if (!sort.getClass().getName().equals(PACKAGE + "Sort")) {
            return null;
        }
        StringJoiner properties = new StringJoiner(",");
        String direction = null;
        for (Object order : (Iterable<?>) sort) {
            String own = ((Enum<?>) ask(order, "getDirection")).name();
            String property = (String) ask(order, "getProperty");
            boolean isPlain = order.getClass().getName().equals(PACKAGE + "Sort$Order")
                    && "NATIVE".equals(((Enum<?>) ask(order, "getNullHandling")).name())
                    && Boolean.FALSE.equals(ask(order, "isIgnoreCase"))
                    && property.matches("[\\w.]+");
            if (!isPlain || direction != null && !direction.equals(own)) {
                return null;
            }
            if (direction == null) {
                properties.add(own);
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
