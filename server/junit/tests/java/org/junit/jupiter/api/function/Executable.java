package org.junit.jupiter.api.function;

/** Code that may throw anything; a stand-in for JUnit's. */
public interface Executable {
    void execute() throws Throwable;
}
