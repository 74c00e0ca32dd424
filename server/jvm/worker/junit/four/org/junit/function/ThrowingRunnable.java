package org.junit.function;

/** Stands in for the interface of JUnit 4: code that may throw. */
public interface ThrowingRunnable {
    void run() throws Throwable;
}
