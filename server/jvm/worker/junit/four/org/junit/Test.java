package org.junit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Stands in for the annotation of JUnit 4: marks a test method. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Test {
    /** Stands for no exception. */
    final class None extends Throwable {
        private static final long serialVersionUID = 1;

        private None() {}
    }

    Class<? extends Throwable> expected() default None.class;

    long timeout() default 0;
}
