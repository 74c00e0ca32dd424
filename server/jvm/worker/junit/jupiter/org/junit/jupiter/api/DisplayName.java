package org.junit.jupiter.api;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** Stands in for the annotation of JUnit Jupiter: a name for people. */
@Retention(RetentionPolicy.RUNTIME)
public @interface DisplayName {
    String value();
}
