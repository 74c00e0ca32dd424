package goalline.probe;

/** Collects values met at comparisons, each once and only so many, for the search to try as inputs. */
public final class Seen {
    /** Integral values, characters among them. */
    public static long[] integrals = new long[Seen.LIMIT];
    /** How many entries of {@link #integrals} count. */
    public static int integralCount;
    /** Floating point values. */
    public static double[] floatings = new double[Seen.LIMIT];
    /** How many entries of {@link #floatings} count. */
    public static int floatingCount;
    /** Texts, and texts composed to satisfy a prefix, a suffix or a regular expression. */
    public static String[] texts = new String[Seen.LIMIT];
    /** How many entries of {@link #texts} count. */
    public static int textCount;

    private static final int LIMIT = 256;
    private static final int LONGEST = 120;
    private static final int BUCKETS = 1024;
    private static final short[] INTEGRAL_BUCKETS = new short[BUCKETS];
    private static final short[] FLOATING_BUCKETS = new short[BUCKETS];
    private static final short[] TEXT_BUCKETS = new short[BUCKETS];

    private Seen() {}

    /** Forgets everything. */
    public static void clear() {
        integralCount = 0;
        floatingCount = 0;
        textCount = 0;
        java.util.Arrays.fill(INTEGRAL_BUCKETS, (short) 0);
        java.util.Arrays.fill(FLOATING_BUCKETS, (short) 0);
        java.util.Arrays.fill(TEXT_BUCKETS, (short) 0);
        java.util.Arrays.fill(texts, null);
    }

    public static void add(long value) {
        int count = integralCount;
        int bucket = spread(Long.hashCode(value));
        while (INTEGRAL_BUCKETS[bucket] != 0) {
            if (integrals[INTEGRAL_BUCKETS[bucket] - 1] == value) {
                return;
            }
            bucket = (bucket + 1) % BUCKETS;
        }
        if (count < LIMIT) {
            integrals[count] = value;
            INTEGRAL_BUCKETS[bucket] = (short) (count + 1);
            integralCount = count + 1;
        }
    }

    public static void add(double value) {
        int count = floatingCount;
        long bits = Double.doubleToLongBits(value);
        int bucket = spread(Long.hashCode(bits));
        while (FLOATING_BUCKETS[bucket] != 0) {
            if (Double.doubleToLongBits(floatings[FLOATING_BUCKETS[bucket] - 1]) == bits) {
                return;
            }
            bucket = (bucket + 1) % BUCKETS;
        }
        if (count < LIMIT) {
            floatings[count] = value;
            FLOATING_BUCKETS[bucket] = (short) (count + 1);
            floatingCount = count + 1;
        }
    }

    public static void add(String value) {
        if (value == null || value.length() > LONGEST) {
            return;
        }
        int count = textCount;
        int bucket = spread(value.hashCode());
        while (TEXT_BUCKETS[bucket] != 0) {
            if (value.equals(texts[TEXT_BUCKETS[bucket] - 1])) {
                return;
            }
            bucket = (bucket + 1) % BUCKETS;
        }
        if (count < LIMIT) {
            texts[count] = value;
            TEXT_BUCKETS[bucket] = (short) (count + 1);
            textCount = count + 1;
        }
    }

    /** Adds a text; ignores anything else. */
    public static void addText(Object value) {
        if (value instanceof String) {
            add((String) value);
        }
    }

    /** Adds what a boxed value, a character sequence of the JDK or a text stands for; ignores anything else. */
    public static void addAny(Object value) {
        if (value instanceof String) {
            add((String) value);
        } else if (value instanceof Character) {
            add((long) (Character) value);
        } else if (value instanceof Double || value instanceof Float) {
            add(((Number) value).doubleValue());
        } else if (value instanceof Integer || value instanceof Long || value instanceof Short
                || value instanceof Byte) {
            add(((Number) value).longValue());
        } else if (value instanceof StringBuilder || value instanceof StringBuffer) {
            if (((CharSequence) value).length() <= LONGEST) {
                add(value.toString());
            }
        }
    }

    private static int spread(int hash) {
        int mixed = hash * 0x9E3779B9;
        return (mixed >>> 16) % BUCKETS;
    }
}
