package org.junit;

import org.junit.function.ThrowingRunnable;

/** Stands in for the assertions of JUnit 4 that offered tests use. */
public class Assert {
    protected Assert() {}

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

    public static void assertTrue(String message, boolean condition) {
        check(condition, message);
    }

    public static void assertFalse(boolean condition) {
        check(!condition, "expected false");
    }

    public static void assertFalse(String message, boolean condition) {
        check(!condition, message);
    }

    public static void assertNull(Object actual) {
        check(actual == null, "expected null");
    }

    public static void assertNull(String message, Object actual) {
        check(actual == null, message);
    }

    public static void assertNotNull(Object actual) {
        check(actual != null, "expected an object");
    }

    public static void assertNotNull(String message, Object actual) {
        check(actual != null, message);
    }

    public static void assertSame(Object expected, Object actual) {
        check(expected == actual, "expected the same object");
    }

    public static void assertNotSame(Object unexpected, Object actual) {
        check(unexpected != actual, "expected another object");
    }

    public static void fail() {
        throw new AssertionError("failed");
    }

    public static void fail(String message) {
        throw new AssertionError(message);
    }

    public static void assertEquals(long expected, long actual) {
        same(expected, actual, null);
    }

    public static void assertEquals(String message, long expected, long actual) {
        same(expected, actual, message);
    }

    public static void assertEquals(float expected, float actual, float delta) {
        near(expected, actual, delta, null);
    }

    public static void assertEquals(String message, float expected, float actual, float delta) {
        near(expected, actual, delta, message);
    }

    public static void assertEquals(double expected, double actual, double delta) {
        near(expected, actual, delta, null);
    }

    public static void assertEquals(String message, double expected, double actual, double delta) {
        near(expected, actual, delta, message);
    }

    public static void assertEquals(Object expected, Object actual) {
        same(expected, actual, null);
    }

    public static void assertEquals(String message, Object expected, Object actual) {
        same(expected, actual, message);
    }

    public static void assertNotEquals(long unexpected, long actual) {
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

    public static void assertArrayEquals(double[] expected, double[] actual, double delta) {
        if (expected == null || actual == null || expected.length != actual.length) {
            check(expected == actual, "arrays differ");
            return;
        }
        for (int i = 0; i < expected.length; i++) {
            near(expected[i], actual[i], delta, "element " + i);
        }
    }

    public static void assertArrayEquals(Object[] expected, Object[] actual) {
        check(java.util.Arrays.deepEquals(expected, actual), "arrays differ");
    }

    public static <T extends Throwable> T assertThrows(Class<T> type, ThrowingRunnable executable) {
        try {
            executable.run();
        } catch (Throwable thrown) {
            if (type.isInstance(thrown)) {
                return type.cast(thrown);
            }
            throw new AssertionError("expected " + type.getName() + " but " + thrown + " was thrown", thrown);
        }
        throw new AssertionError("expected " + type.getName() + " but nothing was thrown");
    }
}
