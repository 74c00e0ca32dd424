package shop;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/** Members that are hard to call from source text. */
public class Oddities {
    public static final Oddities EMPTY = new Oddities();
    public int count;

    public static String take(Object value) {
        return "Object";
    }

    public static String take(String value) {
        return "String";
    }

    public static String take(long value) {
        return "long";
    }

    public static String take(Integer value) {
        return "Integer";
    }

    public static String take(char[] value) {
        return "char[]";
    }

    public static String join(String separator, Object... parts) {
        return "Object...";
    }

    public static String join(Object separator, String part) {
        return "String";
    }

    public static byte narrow(byte value) {
        return value;
    }

    public static Short box(Short value) {
        return value;
    }

    public static <T> List<T> same(List<T> list) {
        return list;
    }

    public static int apply(Function<String, Integer> function) {
        return function.apply("a");
    }

    public static int order(Comparator<String> comparator) {
        return comparator.compare("a", "b");
    }

    public static Integer boxed(int value) {
        return value;
    }

    public static Object plain(int value) {
        return value;
    }

    public static char letter() {
        return 'a';
    }

    public static double[] halves() {
        return new double[] {0.5};
    }

    public static List<String> names() {
        return new ArrayList<>(List.of("a", "b"));
    }

    public static String[][] table() {
        return new String[][] {{"a"}, {null}};
    }

    public Inner inner(int size) {
        return new Inner(size);
    }

    public static String date(java.util.Date first, Date second) {
        return "dates";
    }

    public static int sum(Shape shape) {
        return shape.area(2) + shape.edge();
    }

    /** An inner class. */
    public class Inner {
        private final int size;

        public Inner(int size) {
            this.size = size;
        }

        public int size() {
            return size;
        }
    }

    /** A nested class. */
    public static class Nested<T> {
        private T value;

        public void set(T value) {
            this.value = value;
        }

        public T get() {
            return value;
        }
    }

    /** An abstract class without an implementation. */
    public abstract static class Shape {
        private final int edge;

        protected Shape(int edge, String name) {
            this.edge = edge;
        }

        protected abstract int area(int scale);

        int edge() {
            return edge;
        }
    }

    /** Has the name of a class of the JDK. */
    public static final class Date2 {
    }
}

/** Has the name of a class of the JDK. */
class Date {
}

/** Has the name of JUnit's annotation. */
class Test {
    int answer() {
        return 42;
    }
}
