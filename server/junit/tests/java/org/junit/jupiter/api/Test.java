package org.junit.jupiter.api;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** Marks a test; a stand-in that lets printed tests compile and run without JUnit. */
@Retention(RetentionPolicy.RUNTIME)
public @interface Test {
}
