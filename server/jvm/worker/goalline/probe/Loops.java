package goalline.probe;

import java.util.Iterator;

/** Probes of for-each loops: wraps what is iterated, so that "has a next element" is an outcome; elements pass unchanged. */
abstract class Loops extends Arithmetic {
    Loops() {}

    public static <T> Iterable<T> each(int id, Iterable<? extends T> elements) {
        return () -> {
            Iterator<? extends T> inner = elements.iterator();
            return new Iterator<T>() {
                @Override
                public boolean hasNext() {
                    return Loops.met(id, inner.hasNext());
                }

                @Override
                public T next() {
                    return inner.next();
                }
            };
        };
    }

    public static <T> Iterable<T> each(int id, T[] elements) {
        return () -> new Walk<T>(id, elements.length) {
            @Override
            public T next() {
                return elements[at++];
            }
        };
    }

    public static Iterable<Boolean> each(int id, boolean[] elements) {
        return () -> new Walk<Boolean>(id, elements.length) {
            @Override
            public Boolean next() {
                return elements[at++];
            }
        };
    }

    public static Iterable<Byte> each(int id, byte[] elements) {
        return () -> new Walk<Byte>(id, elements.length) {
            @Override
            public Byte next() {
                return elements[at++];
            }
        };
    }

    public static Iterable<Short> each(int id, short[] elements) {
        return () -> new Walk<Short>(id, elements.length) {
            @Override
            public Short next() {
                return elements[at++];
            }
        };
    }

    public static Iterable<Character> each(int id, char[] elements) {
        return () -> new Walk<Character>(id, elements.length) {
            @Override
            public Character next() {
                return elements[at++];
            }
        };
    }

    public static Iterable<Integer> each(int id, int[] elements) {
        return () -> new Walk<Integer>(id, elements.length) {
            @Override
            public Integer next() {
                return elements[at++];
            }
        };
    }

    public static Iterable<Long> each(int id, long[] elements) {
        return () -> new Walk<Long>(id, elements.length) {
            @Override
            public Long next() {
                return elements[at++];
            }
        };
    }

    public static Iterable<Float> each(int id, float[] elements) {
        return () -> new Walk<Float>(id, elements.length) {
            @Override
            public Float next() {
                return elements[at++];
            }
        };
    }

    public static Iterable<Double> each(int id, double[] elements) {
        return () -> new Walk<Double>(id, elements.length) {
            @Override
            public Double next() {
                return elements[at++];
            }
        };
    }

    /** As {@code each}, for a loop over {@code var}. */
    public static <T> Iterable<T> all(int id, Iterable<? extends T> elements) {
        return each(id, elements);
    }

    public static <T> Iterable<T> all(int id, T[] elements) {
        return each(id, elements);
    }

    /** A loop over {@code var} keeps its primitive: the whole loop is recorded by the length, as if it ran to its end. */
    public static boolean[] all(int id, boolean[] elements) {
        length(id, elements.length);
        return elements;
    }

    /** A loop over {@code var} keeps its primitive: the whole loop is recorded by the length, as if it ran to its end. */
    public static byte[] all(int id, byte[] elements) {
        length(id, elements.length);
        return elements;
    }

    /** A loop over {@code var} keeps its primitive: the whole loop is recorded by the length, as if it ran to its end. */
    public static short[] all(int id, short[] elements) {
        length(id, elements.length);
        return elements;
    }

    /** A loop over {@code var} keeps its primitive: the whole loop is recorded by the length, as if it ran to its end. */
    public static char[] all(int id, char[] elements) {
        length(id, elements.length);
        return elements;
    }

    /** A loop over {@code var} keeps its primitive: the whole loop is recorded by the length, as if it ran to its end. */
    public static int[] all(int id, int[] elements) {
        length(id, elements.length);
        return elements;
    }

    /** A loop over {@code var} keeps its primitive: the whole loop is recorded by the length, as if it ran to its end. */
    public static long[] all(int id, long[] elements) {
        length(id, elements.length);
        return elements;
    }

    /** A loop over {@code var} keeps its primitive: the whole loop is recorded by the length, as if it ran to its end. */
    public static float[] all(int id, float[] elements) {
        length(id, elements.length);
        return elements;
    }

    /** A loop over {@code var} keeps its primitive: the whole loop is recorded by the length, as if it ran to its end. */
    public static double[] all(int id, double[] elements) {
        length(id, elements.length);
        return elements;
    }

    static boolean met(int id, boolean result) {
        Recorder.outcome(id, result, 1);
        return result;
    }

    private static void length(int id, int length) {
        if (length > 0) {
            Recorder.outcome(id, true, 1);
        }
        Recorder.outcome(id, false, 1);
    }

    /** The walk over one array. */
    private abstract static class Walk<T> implements Iterator<T> {
        int at;
        private final int id;
        private final int length;

        Walk(int id, int length) {
            this.id = id;
            this.length = length;
        }

        @Override
        public boolean hasNext() {
            return Loops.met(id, at < length);
        }
    }
}
