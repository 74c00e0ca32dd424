package org.junit.jupiter.params.provider;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Stands in for the annotation of JUnit Jupiter: values of one kind. */
@Target({ElementType.ANNOTATION_TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
public @interface ValueSource {
    int[] ints() default {};

    long[] longs() default {};

    double[] doubles() default {};

    String[] strings() default {};
}
