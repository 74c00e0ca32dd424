package org.junit.jupiter.api;

import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.function.ThrowingSupplier;

/** Stands in for the assertions of JUnit Jupiter that offered tests use. */
public final class Assertions {
    private Assertions() {}

    private static void check(boolean condition, String message) {
        if (!condition) {
            throw new AssertionError(message);
        }
    }

    private static void same(Object expected, Object actual, String message) {
        check(
                expected == null ? actual == null : expected.equals(actual),
                (message == null ? "" : message + ": ") + "expected <" + expected + "> but was <" + actual + ">");
    }

    private static void differ(Object unexpected, Object actual) {
        check(
                unexpected == null ? actual != null : !unexpected.equals(actual),
                "expected something else than <" + actual + ">");
    }

    private static void near(double expected, double actual, double delta, String message) {
        boolean close = Double.compare(expected, actual) == 0 || Math.abs(expected - actual) <= delta;
        same(close, true, (message == null ? "" : message + ": ") + expected + " and " + actual + " within " + delta);
    }

    public static void assertTrue(boolean condition) {
        check(condition, "expected true");
    }

    public static void assertTrue(boolean condition, String message) {
        check(condition, message);
    }

    public static void assertFalse(boolean condition) {
        check(!condition, "expected false");
    }

    public static void assertFalse(boolean condition, String message) {
        check(!condition, message);
    }

    public static void assertNull(Object actual) {
        check(actual == null, "expected null");
    }

    public static void assertNull(Object actual, String message) {
        check(actual == null, message);
    }

    public static void assertNotNull(Object actual) {
        check(actual != null, "expected an object");
    }

    public static void assertNotNull(Object actual, String message) {
        check(actual != null, message);
    }

    public static void assertSame(Object expected, Object actual) {
        check(expected == actual, "expected the same object");
    }

    public static void assertNotSame(Object unexpected, Object actual) {
        check(unexpected != actual, "expected another object");
    }

    public static <V> V fail() {
        throw new AssertionError("failed");
    }

    public static <V> V fail(String message) {
        throw new AssertionError(message);
    }

    public static void assertEquals(boolean expected, boolean actual) {
        same(Boolean.valueOf(expected), Boolean.valueOf(actual), null);
    }

    public static void assertEquals(boolean expected, Boolean actual) {
        same(expected, actual, null);
    }

    public static void assertEquals(Boolean expected, boolean actual) {
        same(expected, actual, null);
    }

    public static void assertEquals(char expected, char actual) {
        same(Character.valueOf(expected), Character.valueOf(actual), null);
    }

    public static void assertEquals(char expected, Character actual) {
        same(expected, actual, null);
    }

    public static void assertEquals(Character expected, char actual) {
        same(expected, actual, null);
    }

    public static void assertEquals(byte expected, byte actual) {
        same(Byte.valueOf(expected), Byte.valueOf(actual), null);
    }

    public static void assertEquals(byte expected, Byte actual) {
        same(expected, actual, null);
    }

    public static void assertEquals(Byte expected, byte actual) {
        same(expected, actual, null);
    }

    public static void assertEquals(short expected, short actual) {
        same(Short.valueOf(expected), Short.valueOf(actual), null);
    }

    public static void assertEquals(short expected, Short actual) {
        same(expected, actual, null);
    }

    public static void assertEquals(Short expected, short actual) {
        same(expected, actual, null);
    }

    public static void assertEquals(int expected, int actual) {
        same(Integer.valueOf(expected), Integer.valueOf(actual), null);
    }

    public static void assertEquals(int expected, Integer actual) {
        same(expected, actual, null);
    }

    public static void assertEquals(Integer expected, int actual) {
        same(expected, actual, null);
    }

    public static void assertEquals(long expected, long actual) {
        same(Long.valueOf(expected), Long.valueOf(actual), null);
    }

    public static void assertEquals(long expected, Long actual) {
        same(expected, actual, null);
    }

    public static void assertEquals(Long expected, long actual) {
        same(expected, actual, null);
    }

    public static void assertEquals(float expected, float actual) {
        same(Float.valueOf(expected), Float.valueOf(actual), null);
    }

    public static void assertEquals(float expected, Float actual) {
        same(expected, actual, null);
    }

    public static void assertEquals(Float expected, float actual) {
        same(expected, actual, null);
    }

    public static void assertEquals(double expected, double actual) {
        same(Double.valueOf(expected), Double.valueOf(actual), null);
    }

    public static void assertEquals(double expected, Double actual) {
        same(expected, actual, null);
    }

    public static void assertEquals(Double expected, double actual) {
        same(expected, actual, null);
    }

    public static void assertEquals(float expected, float actual, float delta) {
        near(expected, actual, delta, null);
    }

    public static void assertEquals(double expected, double actual, double delta) {
        near(expected, actual, delta, null);
    }

    public static void assertEquals(Object expected, Object actual) {
        same(expected, actual, null);
    }

    public static void assertEquals(Object expected, Object actual, String message) {
        same(expected, actual, message);
    }

    public static void assertNotEquals(boolean unexpected, boolean actual) {
        differ(unexpected, actual);
    }

    public static void assertNotEquals(boolean unexpected, Boolean actual) {
        differ(unexpected, actual);
    }

    public static void assertNotEquals(Boolean unexpected, boolean actual) {
        differ(unexpected, actual);
    }

    public static void assertNotEquals(char unexpected, char actual) {
        differ(unexpected, actual);
    }

    public static void assertNotEquals(char unexpected, Character actual) {
        differ(unexpected, actual);
    }

    public static void assertNotEquals(Character unexpected, char actual) {
        differ(unexpected, actual);
    }

    public static void assertNotEquals(byte unexpected, byte actual) {
        differ(unexpected, actual);
    }

    public static void assertNotEquals(byte unexpected, Byte actual) {
        differ(unexpected, actual);
    }

    public static void assertNotEquals(Byte unexpected, byte actual) {
        differ(unexpected, actual);
    }

    public static void assertNotEquals(short unexpected, short actual) {
        differ(unexpected, actual);
    }

    public static void assertNotEquals(short unexpected, Short actual) {
        differ(unexpected, actual);
    }

    public static void assertNotEquals(Short unexpected, short actual) {
        differ(unexpected, actual);
    }

    public static void assertNotEquals(int unexpected, int actual) {
        differ(unexpected, actual);
    }

    public static void assertNotEquals(int unexpected, Integer actual) {
        differ(unexpected, actual);
    }

    public static void assertNotEquals(Integer unexpected, int actual) {
        differ(unexpected, actual);
    }

    public static void assertNotEquals(long unexpected, long actual) {
        differ(unexpected, actual);
    }

    public static void assertNotEquals(long unexpected, Long actual) {
        differ(unexpected, actual);
    }

    public static void assertNotEquals(Long unexpected, long actual) {
        differ(unexpected, actual);
    }

    public static void assertNotEquals(float unexpected, float actual) {
        differ(unexpected, actual);
    }

    public static void assertNotEquals(float unexpected, Float actual) {
        differ(unexpected, actual);
    }

    public static void assertNotEquals(Float unexpected, float actual) {
        differ(unexpected, actual);
    }

    public static void assertNotEquals(double unexpected, double actual) {
        differ(unexpected, actual);
    }

    public static void assertNotEquals(double unexpected, Double actual) {
        differ(unexpected, actual);
    }

    public static void assertNotEquals(Double unexpected, double actual) {
        differ(unexpected, actual);
    }

    public static void assertNotEquals(Object unexpected, Object actual) {
        differ(unexpected, actual);
    }

    public static void assertArrayEquals(boolean[] expected, boolean[] actual) {
        check(java.util.Arrays.equals(expected, actual), "arrays differ");
    }

    public static void assertArrayEquals(char[] expected, char[] actual) {
        check(java.util.Arrays.equals(expected, actual), "arrays differ");
    }

    public static void assertArrayEquals(byte[] expected, byte[] actual) {
        check(java.util.Arrays.equals(expected, actual), "arrays differ");
    }

    public static void assertArrayEquals(short[] expected, short[] actual) {
        check(java.util.Arrays.equals(expected, actual), "arrays differ");
    }

    public static void assertArrayEquals(int[] expected, int[] actual) {
        check(java.util.Arrays.equals(expected, actual), "arrays differ");
    }

    public static void assertArrayEquals(long[] expected, long[] actual) {
        check(java.util.Arrays.equals(expected, actual), "arrays differ");
    }

    public static void assertArrayEquals(float[] expected, float[] actual, float delta) {
        if (expected == null || actual == null || expected.length != actual.length) {
            check(expected == actual, "arrays differ");
            return;
        }
        for (int i = 0; i < expected.length; i++) {
            near(expected[i], actual[i], delta, "element " + i);
        }
    }

    public static void assertArrayEquals(float[] expected, float[] actual) {
        check(java.util.Arrays.equals(expected, actual), "arrays differ");
    }

    public static void assertArrayEquals(double[] expected, double[] actual, double delta) {
        if (expected == null || actual == null || expected.length != actual.length) {
            check(expected == actual, "arrays differ");
            return;
        }
        for (int i = 0; i < expected.length; i++) {
            near(expected[i], actual[i], delta, "element " + i);
        }
    }

    public static void assertArrayEquals(double[] expected, double[] actual) {
        check(java.util.Arrays.equals(expected, actual), "arrays differ");
    }

    public static void assertArrayEquals(Object[] expected, Object[] actual) {
        check(java.util.Arrays.deepEquals(expected, actual), "arrays differ");
    }

    public static <T extends Throwable> T assertThrows(Class<T> type, Executable executable) {
        try {
            executable.execute();
        } catch (Throwable thrown) {
            if (type.isInstance(thrown)) {
                return type.cast(thrown);
            }
            throw new AssertionError("expected " + type.getName() + " but " + thrown + " was thrown", thrown);
        }
        throw new AssertionError("expected " + type.getName() + " but nothing was thrown");
    }

    public static <T extends Throwable> T assertThrows(Class<T> type, Executable executable, String message) {
        return assertThrows(type, executable);
    }

    public static <T> T assertInstanceOf(Class<T> type, Object actual) {
        check(type.isInstance(actual), "expected an instance of " + type.getName());
        return type.cast(actual);
    }

    public static void assertDoesNotThrow(Executable executable) {
        try {
            executable.execute();
        } catch (Throwable thrown) {
            throw new AssertionError("thrown: " + thrown, thrown);
        }
    }

    public static <T> T assertDoesNotThrow(ThrowingSupplier<T> supplier) {
        try {
            return supplier.get();
        } catch (Throwable thrown) {
            throw new AssertionError("thrown: " + thrown, thrown);
        }
    }

    public static void assertIterableEquals(Iterable<?> expected, Iterable<?> actual) {
        java.util.List<Object> left = new java.util.ArrayList<>();
        java.util.List<Object> right = new java.util.ArrayList<>();
        expected.forEach(left::add);
        actual.forEach(right::add);
        same(left, right, null);
    }
}
