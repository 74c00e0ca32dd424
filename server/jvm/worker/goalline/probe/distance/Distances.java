package goalline.probe.distance;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Date;
import java.util.Iterator;
import java.util.List;

/** Takes two values, gives how far one is from being the other; calls no code but the JDK's own. */
public final class Distances {
    /** The distance of what cannot be measured at all; finite. */
    public static final double FAR = Double.MAX_VALUE;
    private static final int DEPTH = 3;
    private static final int ELEMENTS = 64;

    private Distances() {}

    /** {@code a - b} as a number that has the right sign also where longs overflow. */
    public static double gap(long a, long b) {
        long difference = a - b;
        boolean overflow = ((a ^ b) & (a ^ difference)) < 0;
        return overflow ? (double) a - (double) b : difference;
    }

    /** {@code a - b}, finite; {@link #FAR} where one is not a number. */
    public static double gap(double a, double b) {
        if (a == b) {
            return 0;
        }
        double difference = a - b;
        return difference == difference ? finite(difference) : FAR;
    }

    public static double finite(double distance) {
        return distance > FAR ? FAR : Math.max(distance, -FAR);
    }

    /** The distance itself, or 1 where a measure found none although the outcome did not happen. */
    public static double positive(double distance) {
        return distance > 0 ? distance : 1;
    }

    /** {@code d / (d + 1)}: below 1, and growing with {@code d}. */
    public static double normal(double distance) {
        return distance >= 1e15 ? 1 - 1e-15 : distance / (distance + 1);
    }

    /** How far {@code a} is from {@code a.equals(b)}; 1 where nothing better is known. */
    public static double equality(Object a, Object b) {
        return positive(equality(a, b, DEPTH));
    }

    private static double equality(Object a, Object b, int depth) {
        if (a == b) {
            return 0;
        }
        if (a instanceof CharSequence || b instanceof CharSequence) {
            boolean areTexts = Texts.isText(a) && Texts.isText(b);
            return areTexts ? Texts.equality((CharSequence) a, (CharSequence) b) : Texts.toNull(a, b);
        }
        if (a == null || b == null || depth == 0) {
            return 1;
        }
        if (a.getClass().isArray() && b.getClass() == a.getClass()) {
            return arrays(a, b, depth);
        }
        if (a instanceof List && b instanceof List && Containers.isPlain(a) && Containers.isPlain(b)) {
            return lists((List<?>) a, (List<?>) b, depth);
        }
        if (a instanceof Enum && b instanceof Enum) {
            boolean comparable = ((Enum<?>) a).getDeclaringClass() == ((Enum<?>) b).getDeclaringClass();
            return comparable ? Math.abs(((Enum<?>) a).ordinal() - ((Enum<?>) b).ordinal()) : 1;
        }
        double order = order(a, b);
        return order == order ? Math.abs(order) : 1;
    }

    /** {@code a - b} for two values of one ordered class of the JDK; not a number for any others. */
    public static double order(Object a, Object b) {
        if (a == null || b == null || a.getClass() != b.getClass()) {
            return Double.NaN;
        }
        if (a instanceof Integer || a instanceof Long || a instanceof Short || a instanceof Byte) {
            return gap(((Number) a).longValue(), ((Number) b).longValue());
        }
        if (a instanceof Double || a instanceof Float) {
            return gap(((Number) a).doubleValue(), ((Number) b).doubleValue());
        }
        if (a instanceof Character) {
            return (Character) a - (Character) b;
        }
        if (a.getClass() == BigInteger.class) {
            return gap(((BigInteger) a).doubleValue(), ((BigInteger) b).doubleValue());
        }
        if (a.getClass() == BigDecimal.class) {
            return gap(((BigDecimal) a).doubleValue(), ((BigDecimal) b).doubleValue());
        }
        if (a.getClass() == Date.class) {
            return gap(((Date) a).getTime(), ((Date) b).getTime());
        }
        return time(a, b);
    }

    private static double time(Object a, Object b) {
        if (a instanceof LocalDate) {
            return gap(((LocalDate) a).toEpochDay(), ((LocalDate) b).toEpochDay());
        }
        if (a instanceof LocalTime) {
            return gap(((LocalTime) a).toNanoOfDay(), ((LocalTime) b).toNanoOfDay());
        }
        if (a instanceof LocalDateTime) {
            LocalDateTime left = (LocalDateTime) a;
            LocalDateTime right = (LocalDateTime) b;
            double days = gap(left.toLocalDate().toEpochDay(), right.toLocalDate().toEpochDay());
            return days * 86_400e9 + gap(left.toLocalTime().toNanoOfDay(), right.toLocalTime().toNanoOfDay());
        }
        if (a instanceof Instant) {
            Instant left = (Instant) a;
            Instant right = (Instant) b;
            return gap(left.getEpochSecond(), right.getEpochSecond()) * 1e9 + (left.getNano() - right.getNano());
        }
        if (a instanceof OffsetDateTime) {
            OffsetDateTime left = (OffsetDateTime) a;
            OffsetDateTime right = (OffsetDateTime) b;
            double apart = time(left.toInstant(), right.toInstant());
            return apart != 0 ? apart : time(left.toLocalDateTime(), right.toLocalDateTime());
        }
        if (a instanceof ZonedDateTime) {
            ZonedDateTime left = (ZonedDateTime) a;
            ZonedDateTime right = (ZonedDateTime) b;
            double apart = time(left.toOffsetDateTime(), right.toOffsetDateTime());
            return apart != 0 ? apart : Integer.signum(left.compareTo(right));
        }
        if (a instanceof Duration) {
            Duration left = (Duration) a;
            Duration right = (Duration) b;
            return gap(left.getSeconds(), right.getSeconds()) * 1e9 + (left.getNano() - right.getNano());
        }
        return Double.NaN;
    }

    private static double arrays(Object a, Object b, int depth) {
        int left = java.lang.reflect.Array.getLength(a);
        int right = java.lang.reflect.Array.getLength(b);
        double sum = Math.abs((double) left - right);
        int common = Math.min(Math.min(left, right), ELEMENTS);
        for (int i = 0; i < common; i++) {
            Object x = java.lang.reflect.Array.get(a, i);
            Object y = java.lang.reflect.Array.get(b, i);
            sum += normal(equality(x, y, depth - 1));
        }
        return sum;
    }

    private static double lists(List<?> a, List<?> b, int depth) {
        double sum = Math.abs((double) a.size() - b.size());
        Iterator<?> left = a.iterator();
        Iterator<?> right = b.iterator();
        for (int i = 0; i < ELEMENTS && left.hasNext() && right.hasNext(); i++) {
            sum += normal(equality(left.next(), right.next(), depth - 1));
        }
        return sum;
    }
}
