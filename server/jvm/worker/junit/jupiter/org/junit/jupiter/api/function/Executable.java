package org.junit.jupiter.api.function;

/** Stands in for the interface of JUnit Jupiter: code that may throw. */
@FunctionalInterface
public interface Executable {
    void execute() throws Throwable;
}
