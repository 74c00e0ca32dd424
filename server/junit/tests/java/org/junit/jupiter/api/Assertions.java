package org.junit.jupiter.api;

import java.util.Arrays;
import java.util.Objects;
import org.junit.jupiter.api.function.Executable;

/**
 * The assertions that printed tests use, with the overloads among which javac has to choose; a stand-in for JUnit's.
 */
public final class Assertions {
    private Assertions() {
    }

    private static void check(boolean holds, Object expected, Object actual) {
        if (!holds) {
            throw new AssertionError("expected " + expected + " but was " + actual);
        }
    }

    public static void assertEquals(int expected, int actual) {
        check(expected == actual, expected, actual);
    }

    public static void assertEquals(int expected, Integer actual) {
        check(Objects.equals(expected, actual), expected, actual);
    }

    public static void assertEquals(long expected, long actual) {
        check(expected == actual, expected, actual);
    }

    public static void assertEquals(long expected, Long actual) {
        check(Objects.equals(expected, actual), expected, actual);
    }

    public static void assertEquals(char expected, char actual) {
        check(expected == actual, expected, actual);
    }

    public static void assertEquals(char expected, Character actual) {
        check(Objects.equals(expected, actual), expected, actual);
    }

    public static void assertEquals(short expected, Short actual) {
        check(Objects.equals(expected, actual), expected, actual);
    }

    public static void assertEquals(Object expected, Object actual) {
        check(Objects.equals(expected, actual), expected, actual);
    }

    public static void assertEquals(double expected, double actual, double delta) {
        check(Double.compare(expected, actual) == 0 || Math.abs(expected - actual) <= delta, expected, actual);
    }

    public static void assertEquals(float expected, float actual, float delta) {
        check(Float.compare(expected, actual) == 0 || Math.abs(expected - actual) <= delta, expected, actual);
    }

    public static void assertArrayEquals(int[] expected, int[] actual) {
        check(Arrays.equals(expected, actual), Arrays.toString(expected), Arrays.toString(actual));
    }

    public static void assertArrayEquals(Object[] expected, Object[] actual) {
        check(Arrays.deepEquals(expected, actual), Arrays.toString(expected), Arrays.toString(actual));
    }

    public static void assertTrue(boolean condition) {
        check(condition, true, condition);
    }

    public static void assertFalse(boolean condition) {
        check(!condition, false, condition);
    }

    public static void assertNull(Object actual) {
        check(actual == null, null, actual);
    }

    public static void assertNotNull(Object actual) {
        check(actual != null, "not null", actual);
    }

    public static void assertSame(Object expected, Object actual) {
        check(expected == actual, expected, actual);
    }

    public static void assertDoesNotThrow(Executable executable) {
        try {
            executable.execute();
        } catch (Throwable thrown) {
            throw new AssertionError(thrown);
        }
    }

    public static <T extends Throwable> T assertThrows(Class<T> expected, Executable executable) {
        try {
            executable.execute();
        } catch (Throwable thrown) {
            check(expected.isInstance(thrown), expected, thrown);
            return expected.cast(thrown);
        }
        throw new AssertionError("nothing thrown");
    }
}
