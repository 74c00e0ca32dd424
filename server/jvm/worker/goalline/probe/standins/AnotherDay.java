package goalline.probe.standins;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Calendar;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.Locale;
import java.util.TimeZone;

/**
 * Stands in for the JDK's clocks in code of the project and its libraries: it is another year, month, day of the week
 * and hour. What a test shows then as well does not depend on the day that it was made on. Only where the property
 * {@link #PROPERTY} is set.
 */
public final class AnotherDay {
    /** Whether this JVM lives on another day. */
    public static final String PROPERTY = "goalline.another.day";

    /** Years ahead, for time goes on; not a whole number of weeks, nor of days. Seconds since 1970 stay an int. */
    public static final Duration AHEAD =
            Duration.ofDays(3_453).plusHours(7).plusMinutes(13).plusSeconds(11).plusMillis(217);

    private AnotherDay() {}

    public static long currentTimeMillis() {
        return System.currentTimeMillis() + AHEAD.toMillis();
    }

    private static Clock ahead(Clock clock) {
        return Clock.offset(clock, AHEAD);
    }

    public static Clock systemUTC() {
        return ahead(Clock.systemUTC());
    }

    public static Clock systemDefaultZone() {
        return ahead(Clock.systemDefaultZone());
    }

    public static Clock system(ZoneId zone) {
        return ahead(Clock.system(zone));
    }

    public static Clock tickMillis(ZoneId zone) {
        return ahead(Clock.tick(Clock.system(zone), Duration.ofMillis(1)));
    }

    public static Clock tickSeconds(ZoneId zone) {
        return Clock.tick(system(zone), Duration.ofSeconds(1));
    }

    public static Clock tickMinutes(ZoneId zone) {
        return Clock.tick(system(zone), Duration.ofMinutes(1));
    }

    public static Instant instant() {
        return Instant.now(systemUTC());
    }

    public static Instant instant(Clock clock) {
        return Instant.now(clock);
    }

    public static LocalDate localDate() {
        return LocalDate.now(systemDefaultZone());
    }

    public static LocalDate localDate(ZoneId zone) {
        return LocalDate.now(system(zone));
    }

    public static LocalDate localDate(Clock clock) {
        return LocalDate.now(clock);
    }

    public static LocalTime localTime() {
        return LocalTime.now(systemDefaultZone());
    }

    public static LocalTime localTime(ZoneId zone) {
        return LocalTime.now(system(zone));
    }

    public static LocalTime localTime(Clock clock) {
        return LocalTime.now(clock);
    }

    public static LocalDateTime localDateTime() {
        return LocalDateTime.now(systemDefaultZone());
    }

    public static LocalDateTime localDateTime(ZoneId zone) {
        return LocalDateTime.now(system(zone));
    }

    public static LocalDateTime localDateTime(Clock clock) {
        return LocalDateTime.now(clock);
    }

    public static ZonedDateTime zonedDateTime() {
        return ZonedDateTime.now(systemDefaultZone());
    }

    public static ZonedDateTime zonedDateTime(ZoneId zone) {
        return ZonedDateTime.now(system(zone));
    }

    public static ZonedDateTime zonedDateTime(Clock clock) {
        return ZonedDateTime.now(clock);
    }

    public static OffsetDateTime offsetDateTime() {
        return OffsetDateTime.now(systemDefaultZone());
    }

    public static OffsetDateTime offsetDateTime(ZoneId zone) {
        return OffsetDateTime.now(system(zone));
    }

    public static OffsetDateTime offsetDateTime(Clock clock) {
        return OffsetDateTime.now(clock);
    }

    public static OffsetTime offsetTime() {
        return OffsetTime.now(systemDefaultZone());
    }

    public static OffsetTime offsetTime(ZoneId zone) {
        return OffsetTime.now(system(zone));
    }

    public static OffsetTime offsetTime(Clock clock) {
        return OffsetTime.now(clock);
    }

    public static Year year() {
        return Year.now(systemDefaultZone());
    }

    public static Year year(ZoneId zone) {
        return Year.now(system(zone));
    }

    public static Year year(Clock clock) {
        return Year.now(clock);
    }

    public static YearMonth yearMonth() {
        return YearMonth.now(systemDefaultZone());
    }

    public static YearMonth yearMonth(ZoneId zone) {
        return YearMonth.now(system(zone));
    }

    public static YearMonth yearMonth(Clock clock) {
        return YearMonth.now(clock);
    }

    public static MonthDay monthDay() {
        return MonthDay.now(systemDefaultZone());
    }

    public static MonthDay monthDay(ZoneId zone) {
        return MonthDay.now(system(zone));
    }

    public static MonthDay monthDay(Clock clock) {
        return MonthDay.now(clock);
    }

    public static Calendar getInstance() {
        return ahead(Calendar.getInstance());
    }

    public static Calendar getInstance(TimeZone zone) {
        return ahead(Calendar.getInstance(zone));
    }

    public static Calendar getInstance(Locale locale) {
        return ahead(Calendar.getInstance(locale));
    }

    public static Calendar getInstance(TimeZone zone, Locale locale) {
        return ahead(Calendar.getInstance(zone, locale));
    }

    private static Calendar ahead(Calendar calendar) {
        calendar.setTimeInMillis(calendar.getTimeInMillis() + AHEAD.toMillis());
        return calendar;
    }

    /** In place of {@code new Date()}. */
    public static Date date() {
        return new Date(currentTimeMillis());
    }

    /** In place of {@code new GregorianCalendar()}. */
    public static GregorianCalendar gregorianCalendar() {
        return (GregorianCalendar) ahead(new GregorianCalendar());
    }
}
