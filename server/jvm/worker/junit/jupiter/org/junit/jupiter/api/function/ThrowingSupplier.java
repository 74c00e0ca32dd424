package org.junit.jupiter.api.function;

/** Stands in for the interface of JUnit Jupiter: code that gives a value or throws. */
@FunctionalInterface
public interface ThrowingSupplier<T> {
    T get() throws Throwable;
}
