package goalline.probe.distance;

import goalline.probe.Seen;

import java.time.Instant;
import java.time.chrono.ChronoLocalDate;
import java.time.chrono.ChronoLocalDateTime;
import java.util.Calendar;
import java.util.Date;

/**
 * Which of two moments is the sooner one, and what lies behind both. Code that asks that mostly asks about the clock:
 * no step towards a clock that goes on is seen to help, and what lies only just ahead of it has passed when the test
 * runs again.
 */
public final class Moments {
    /** The first moment of 2100, of which a reader sees that it is one far ahead. */
    private static final long FAR_AHEAD = 4_102_444_800_000L;

    private static final long YEAR_FAR_AHEAD = 2100;

    private Moments() {}

    /** {@code a - b}; not a number for what is no moment, and for moments of two kinds. */
    public static double gap(Object a, Object b) {
        if (a instanceof Date && b instanceof Date) {
            return ((Date) a).getTime() - (double) ((Date) b).getTime();
        }
        if (a instanceof Calendar && b instanceof Calendar) {
            return ((Calendar) a).getTimeInMillis() - (double) ((Calendar) b).getTimeInMillis();
        }
        return Distances.order(a, b);
    }

    /** Lets the search try numbers that make moments of this kind far ahead. */
    public static void addFarAhead(Object moment) {
        if (moment instanceof Date || moment instanceof Calendar || moment instanceof Instant) {
            Seen.add(FAR_AHEAD);
        } else if (moment instanceof ChronoLocalDate || moment instanceof ChronoLocalDateTime) {
            Seen.add(YEAR_FAR_AHEAD);
        }
    }
}
