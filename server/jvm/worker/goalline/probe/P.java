package goalline.probe;

import goalline.probe.distance.Characters;
import goalline.probe.distance.Containers;
import goalline.probe.distance.Distances;
import goalline.probe.distance.Texts;

import java.util.Iterator;
import java.util.Map;
import java.util.regex.Matcher;

/**
 * What probed source calls: takes ids and operands, gives the operands' own result; the name is short because it is
 * written often.
 */
public class P {
    public P() {}

    /** A method, constructor or initialiser was entered. */
    public static void enter(int method) {
        Recorder.enter(method);
    }

    /** A call comes next; always true. */
    public static boolean at(int site) {
        return Sites.at(site);
    }

    /** The body that was entered is left. */
    public static void left(int method) {
        Sites.left(method);
    }

    /** A statement begins on a line. */
    public static void line(int line) {
        Lines.hit(line);
    }

    /** A loop without a probed condition went round. */
    public static void step() {
        Recorder.step();
    }

    /** The length of a new array: long ones cost steps. */
    public static int length(int length) {
        Recorder.allocate(length);
        return length;
    }

    /** {@code System.exit}: ends the run, not the JVM. */
    public static void exit(int status) {
        Recorder.exit(status);
    }

    /** A condition without a better probe. */
    public static boolean bool(int id, boolean result) {
        Recorder.outcome(id, result, 1);
        return result;
    }

    /** The operand of an {@code instanceof} that binds a pattern: counts as false until {@link #hit} corrects it. */
    public static <T> T o(int id, T operand) {
        Recorder.outcome(id, false, 1);
        return operand;
    }

    /** The outcome that counted as false turned out true; itself always true. */
    public static boolean hit(int id) {
        Recorder.correct(id);
        return true;
    }

    // Probes of order comparisons of primitives; boxed operands are unboxed by javac's own overload resolution.

    public static boolean lt(int id, int a, int b) {
        return compare(id, Operators.LT, a < b, a, b);
    }

    public static boolean lt(int id, long a, long b) {
        return compare(id, Operators.LT, a < b, a, b);
    }

    public static boolean lt(int id, float a, float b) {
        return compare(id, Operators.LT, a < b, a, b);
    }

    public static boolean lt(int id, double a, double b) {
        return compare(id, Operators.LT, a < b, a, b);
    }

    public static boolean gt(int id, int a, int b) {
        return compare(id, Operators.GT, a > b, a, b);
    }

    public static boolean gt(int id, long a, long b) {
        return compare(id, Operators.GT, a > b, a, b);
    }

    public static boolean gt(int id, float a, float b) {
        return compare(id, Operators.GT, a > b, a, b);
    }

    public static boolean gt(int id, double a, double b) {
        return compare(id, Operators.GT, a > b, a, b);
    }

    public static boolean le(int id, int a, int b) {
        return compare(id, Operators.LE, a <= b, a, b);
    }

    public static boolean le(int id, long a, long b) {
        return compare(id, Operators.LE, a <= b, a, b);
    }

    public static boolean le(int id, float a, float b) {
        return compare(id, Operators.LE, a <= b, a, b);
    }

    public static boolean le(int id, double a, double b) {
        return compare(id, Operators.LE, a <= b, a, b);
    }

    public static boolean ge(int id, int a, int b) {
        return compare(id, Operators.GE, a >= b, a, b);
    }

    public static boolean ge(int id, long a, long b) {
        return compare(id, Operators.GE, a >= b, a, b);
    }

    public static boolean ge(int id, float a, float b) {
        return compare(id, Operators.GE, a >= b, a, b);
    }

    public static boolean ge(int id, double a, double b) {
        return compare(id, Operators.GE, a >= b, a, b);
    }

    public static boolean compare(int id, int operator, boolean result, int a, int b) {
        long gap = (long) a - b;
        boolean outcome = Mutants.relating ? Mutants.relate(id, operator, result, gap) : result;
        if (!Recorder.again(id, outcome)
                && Recorder.met(id, outcome, distance(operator, outcome, result, gap))) {
            seen(a, b);
        }
        return outcome;
    }

    public static boolean compare(int id, int operator, boolean result, long a, long b) {
        boolean isRelating = Mutants.relating;
        if (!isRelating && Recorder.again(id, result)) {
            return result;
        }
        double gap = Distances.gap(a, b);
        boolean outcome = isRelating ? Mutants.relate(id, operator, result, gap) : result;
        if (Recorder.outcome(id, outcome, distance(operator, outcome, result, gap))) {
            seen(a, b);
        }
        return outcome;
    }

    public static boolean compare(int id, int operator, boolean result, double a, double b) {
        boolean outcome = Mutants.relating ? Mutants.relate(id, operator, result, a == b ? 0 : a - b) : result;
        if (Recorder.again(id, outcome)) {
            return outcome;
        }
        double other = Distances.finite(distance(operator, outcome, result, Distances.gap(a, b)));
        if (Recorder.outcome(id, outcome, other == other ? Math.abs(other) : Distances.FAR)) {
            seen(a, b);
        }
        return outcome;
    }

    /** The distance to the other outcome; 1 where a mutant decided. */
    private static double distance(int operator, boolean outcome, boolean result, double gap) {
        return outcome == result ? Operators.toOther(operator, result, gap) : 1;
    }

    public static void seen(long a, long b) {
        Seen.add(a);
        Seen.add(b);
    }

    public static void seen(double a, double b) {
        Seen.add(a);
        Seen.add(b);
    }

    // Probes of {@code ==}: the overloads mirror the language's own choice between numbers and references.

    public static boolean eq(int id, int a, int b) {
        return compare(id, Operators.EQ, a == b, a, b);
    }

    public static boolean eq(int id, long a, long b) {
        return compare(id, Operators.EQ, a == b, a, b);
    }

    public static boolean eq(int id, float a, float b) {
        return compare(id, Operators.EQ, a == b, a, b);
    }

    public static boolean eq(int id, double a, double b) {
        return compare(id, Operators.EQ, a == b, a, b);
    }

    public static boolean eq(int id, boolean a, boolean b) {
        Recorder.outcome(id, a == b, 1);
        return a == b;
    }

    public static boolean eq(int id, Object a, Object b) {
        Recorder.outcome(id, a == b, 1);
        return a == b;
    }

    public static boolean eq(int id, Number a, int b) {
        return eq(id, a, (long) b);
    }

    public static boolean eq(int id, Number a, long b) {
        if (a instanceof Double) {
            return eq(id, a.doubleValue(), (double) b);
        }
        return a instanceof Float ? eq(id, a.floatValue(), (float) b) : eq(id, a.longValue(), b);
    }

    public static boolean eq(int id, Number a, float b) {
        return a instanceof Double ? eq(id, a.doubleValue(), (double) b) : eq(id, a.floatValue(), b);
    }

    public static boolean eq(int id, Number a, double b) {
        return eq(id, a.doubleValue(), b);
    }

    public static boolean eq(int id, Character a, int b) {
        return eq(id, (int) a, b);
    }

    public static boolean eq(int id, Character a, long b) {
        return eq(id, (long) a, b);
    }

    public static boolean eq(int id, Character a, float b) {
        return eq(id, (float) a, b);
    }

    public static boolean eq(int id, Character a, double b) {
        return eq(id, (double) a, b);
    }

    public static boolean eq(int id, Boolean a, boolean b) {
        return eq(id, (boolean) a, b);
    }

    public static boolean eq(int id, int a, Number b) {
        return eq(id, (long) a, b);
    }

    public static boolean eq(int id, long a, Number b) {
        if (b instanceof Double) {
            return eq(id, (double) a, b.doubleValue());
        }
        return b instanceof Float ? eq(id, (float) a, b.floatValue()) : eq(id, a, b.longValue());
    }

    public static boolean eq(int id, float a, Number b) {
        return b instanceof Double ? eq(id, (double) a, b.doubleValue()) : eq(id, a, b.floatValue());
    }

    public static boolean eq(int id, double a, Number b) {
        return eq(id, a, b.doubleValue());
    }

    public static boolean eq(int id, int a, Character b) {
        return eq(id, a, (int) b);
    }

    public static boolean eq(int id, long a, Character b) {
        return eq(id, a, (long) b);
    }

    public static boolean eq(int id, float a, Character b) {
        return eq(id, a, (float) b);
    }

    public static boolean eq(int id, double a, Character b) {
        return eq(id, a, (double) b);
    }

    public static boolean eq(int id, boolean a, Boolean b) {
        return eq(id, a, (boolean) b);
    }

    public static boolean isNull(int id, Object a) {
        Recorder.outcome(id, a == null, 1);
        return a == null;
    }

    // Probes of {@code !=}, overloaded as those of {@code ==}.

    public static boolean ne(int id, int a, int b) {
        return compare(id, Operators.NE, a != b, a, b);
    }

    public static boolean ne(int id, long a, long b) {
        return compare(id, Operators.NE, a != b, a, b);
    }

    public static boolean ne(int id, float a, float b) {
        return compare(id, Operators.NE, a != b, a, b);
    }

    public static boolean ne(int id, double a, double b) {
        return compare(id, Operators.NE, a != b, a, b);
    }

    public static boolean ne(int id, boolean a, boolean b) {
        Recorder.outcome(id, a != b, 1);
        return a != b;
    }

    public static boolean ne(int id, Object a, Object b) {
        Recorder.outcome(id, a != b, 1);
        return a != b;
    }

    public static boolean ne(int id, Number a, int b) {
        return ne(id, a, (long) b);
    }

    public static boolean ne(int id, Number a, long b) {
        if (a instanceof Double) {
            return ne(id, a.doubleValue(), (double) b);
        }
        return a instanceof Float ? ne(id, a.floatValue(), (float) b) : ne(id, a.longValue(), b);
    }

    public static boolean ne(int id, Number a, float b) {
        return a instanceof Double ? ne(id, a.doubleValue(), (double) b) : ne(id, a.floatValue(), b);
    }

    public static boolean ne(int id, Number a, double b) {
        return ne(id, a.doubleValue(), b);
    }

    public static boolean ne(int id, Character a, int b) {
        return ne(id, (int) a, b);
    }

    public static boolean ne(int id, Character a, long b) {
        return ne(id, (long) a, b);
    }

    public static boolean ne(int id, Character a, float b) {
        return ne(id, (float) a, b);
    }

    public static boolean ne(int id, Character a, double b) {
        return ne(id, (double) a, b);
    }

    public static boolean ne(int id, Boolean a, boolean b) {
        return ne(id, (boolean) a, b);
    }

    public static boolean ne(int id, int a, Number b) {
        return ne(id, (long) a, b);
    }

    public static boolean ne(int id, long a, Number b) {
        if (b instanceof Double) {
            return ne(id, (double) a, b.doubleValue());
        }
        return b instanceof Float ? ne(id, (float) a, b.floatValue()) : ne(id, a, b.longValue());
    }

    public static boolean ne(int id, float a, Number b) {
        return b instanceof Double ? ne(id, (double) a, b.doubleValue()) : ne(id, a, b.floatValue());
    }

    public static boolean ne(int id, double a, Number b) {
        return ne(id, a, b.doubleValue());
    }

    public static boolean ne(int id, int a, Character b) {
        return ne(id, a, (int) b);
    }

    public static boolean ne(int id, long a, Character b) {
        return ne(id, a, (long) b);
    }

    public static boolean ne(int id, float a, Character b) {
        return ne(id, a, (float) b);
    }

    public static boolean ne(int id, double a, Character b) {
        return ne(id, a, (double) b);
    }

    public static boolean ne(int id, boolean a, Boolean b) {
        return ne(id, a, (boolean) b);
    }

    public static boolean notNull(int id, Object a) {
        Recorder.outcome(id, a != null, 1);
        return a != null;
    }

    // Identities around the operands of an observed call: each keeps its value for the distance and its static
    // type for javac.

    public static <T> T a(int id, T value) {
        Slots.first(id, value);
        return value;
    }

    public static boolean a(int id, boolean value) {
        Slots.first(id, value);
        return value;
    }

    public static byte a(int id, byte value) {
        Slots.first(id, value);
        return value;
    }

    public static short a(int id, short value) {
        Slots.first(id, value);
        return value;
    }

    public static char a(int id, char value) {
        Slots.first(id, value);
        return value;
    }

    public static int a(int id, int value) {
        Slots.first(id, value);
        return value;
    }

    public static long a(int id, long value) {
        Slots.first(id, value);
        return value;
    }

    public static float a(int id, float value) {
        Slots.first(id, value);
        return value;
    }

    public static double a(int id, double value) {
        Slots.first(id, value);
        return value;
    }

    public static <T> T b(int id, T value) {
        Slots.second(id, value);
        return value;
    }

    public static boolean b(int id, boolean value) {
        Slots.second(id, value);
        return value;
    }

    public static byte b(int id, byte value) {
        Slots.second(id, value);
        return value;
    }

    public static short b(int id, short value) {
        Slots.second(id, value);
        return value;
    }

    public static char b(int id, char value) {
        Slots.second(id, value);
        return value;
    }

    public static int b(int id, int value) {
        Slots.second(id, value);
        return value;
    }

    public static long b(int id, long value) {
        Slots.second(id, value);
        return value;
    }

    public static float b(int id, float value) {
        Slots.second(id, value);
        return value;
    }

    public static double b(int id, double value) {
        Slots.second(id, value);
        return value;
    }

    public static int c(int value) {
        Slots.third = value;
        return value;
    }

    /** {@code startsWith(text, prefix, ignoreCase)} has no offset. */
    public static boolean c(boolean value) {
        Slots.third = 0;
        return value;
    }

    public static int d(int value) {
        Slots.fourth = value;
        return value;
    }

    public static int e(int value) {
        Slots.fifth = value;
        return value;
    }

    // Probes of calls whose name promises a meaning: the call's own result is the outcome, its operands give the
    // distance.

    public static boolean qEquals(int id, boolean result) {
        if (needs(id, result)) {
            Object x = Slots.first(id);
            Object y = Slots.second(id);
            return far(id, Distances.equality(x, y), x, y);
        }
        return plain(id, result);
    }

    public static boolean qEqualsIgnoreCase(int id, boolean result) {
        if (needs(id, result)) {
            Object x = Slots.first(id);
            Object y = Slots.second(id);
            boolean texts = Texts.isText(x) && Texts.isText(y);
            double distance = texts
                    ? Texts.equalityIgnoringCase((CharSequence) x, (CharSequence) y)
                    : Texts.toNull(x, y);
            return far(id, distance, x, y);
        }
        return plain(id, result);
    }

    public static boolean qStartsWith(int id, boolean result) {
        return startsWith(id, result, 0);
    }

    public static boolean qStartsWithAt(int id, boolean result) {
        return startsWith(id, result, Slots.third);
    }

    private static boolean startsWith(int id, boolean result, int offset) {
        if (needs(id, result) && areTexts(id)) {
            CharSequence whole = (CharSequence) Slots.first(id);
            CharSequence part = (CharSequence) Slots.second(id);
            if (offset == 0) {
                compose(part, whole);
            }
            return far(id, Texts.at(whole, offset, part, false), whole, part);
        }
        return plain(id, result);
    }

    public static boolean qEndsWith(int id, boolean result) {
        if (needs(id, result) && areTexts(id)) {
            CharSequence whole = (CharSequence) Slots.first(id);
            CharSequence part = (CharSequence) Slots.second(id);
            compose(whole, part);
            return far(id, Texts.suffix(whole, part), whole, part);
        }
        return plain(id, result);
    }

    public static boolean qContains(int id, boolean result) {
        if (needs(id, result)) {
            Object whole = Slots.first(id);
            Object part = Slots.second(id);
            Seen.addAny(part);
            if (areTexts(id)) {
                compose((CharSequence) whole, (CharSequence) part);
            }
            return far(id, containment(whole, part), whole, part);
        }
        return plain(id, result);
    }

    public static boolean qContainsKey(int id, boolean result) {
        if (needs(id, result)) {
            Object key = Slots.second(id);
            return far(id, Containers.key(Slots.first(id), key), null, key);
        }
        return plain(id, result);
    }

    public static boolean qContainsValue(int id, boolean result) {
        if (needs(id, result)) {
            Object value = Slots.second(id);
            return far(id, Containers.value(Slots.first(id), value), null, value);
        }
        return plain(id, result);
    }

    public static boolean qIsEmpty(int id, boolean result) {
        return needs(id, result) ? far(id, Containers.size(Slots.first(id)), null, null) : plain(id, result);
    }

    public static boolean qIsBlank(int id, boolean result) {
        if (needs(id, result)) {
            Object text = Slots.first(id);
            return far(id, Texts.isText(text) ? Texts.notBlank((CharSequence) text) : 1, null, null);
        }
        return plain(id, result);
    }

    /** {@code text.matches(regex)}, or {@code matcher.matches()}. */
    public static boolean qMatches(int id, boolean result) {
        Object x = needs(id, result) ? Slots.first(id) : null;
        if (x instanceof Matcher) {
            return far(id, Regexes.matching((Matcher) x, false, false), null, null);
        }
        Object y = Slots.second(id);
        boolean texts = Texts.isText(x) && y instanceof String;
        return texts ? far(id, Regexes.matching((CharSequence) x, (String) y, 0), null, null) : plain(id, result);
    }

    /** {@code Pattern.matches(regex, text)}. */
    public static boolean qPatternMatches(int id, boolean result) {
        Object x = needs(id, result) ? Slots.first(id) : null;
        Object y = Slots.second(id);
        boolean texts = x instanceof String && Texts.isText(y);
        return texts ? far(id, Regexes.matching((CharSequence) y, (String) x, 0), null, null) : plain(id, result);
    }

    /** Any other call with arguments: a text that it was asked about and said no to is worth trying elsewhere. */
    public static boolean qAsked(int id, boolean result) {
        if (needs(id, result)) {
            Seen.addText(Slots.first(id));
            Seen.addText(Slots.second(id));
        }
        return plain(id, result);
    }

    public static boolean qFind(int id, boolean result) {
        Object x = needs(id, result) ? Slots.first(id) : null;
        return x instanceof Matcher
                ? far(id, Regexes.matching((Matcher) x, true, true), null, null)
                : plain(id, result);
    }

    public static boolean qLookingAt(int id, boolean result) {
        Object x = needs(id, result) ? Slots.first(id) : null;
        return x instanceof Matcher
                ? far(id, Regexes.matching((Matcher) x, false, true), null, null)
                : plain(id, result);
    }

    public static boolean qRegionMatches(int id, boolean result) {
        return regionMatches(id, result, false);
    }

    public static boolean qRegionMatchesIgnoringCase(int id, boolean result) {
        return regionMatches(id, result, true);
    }

    private static boolean regionMatches(int id, boolean result, boolean ignoreCase) {
        if (needs(id, result) && areTexts(id)) {
            CharSequence whole = (CharSequence) Slots.first(id);
            CharSequence other = (CharSequence) Slots.second(id);
            int from = Slots.fourth;
            int to = (int) Math.min(other.length(), (long) from + Slots.fifth);
            if (from >= 0 && from <= to) {
                CharSequence part = other.subSequence(from, to);
                return far(id, Texts.at(whole, Slots.third, part, ignoreCase), whole, part);
            }
        }
        return plain(id, result);
    }

    /** {@code map.get(key) == null}. */
    public static boolean qIsNull(int id, Object value) {
        if (value == null) {
            Seen.addAny(Slots.second(id));
        }
        Recorder.outcome(id, value == null, value == null ? missing(id) : 1);
        return value == null;
    }

    /** {@code map.get(key) != null}. */
    public static boolean qNotNull(int id, Object value) {
        if (value == null) {
            Seen.addAny(Slots.second(id));
        }
        Recorder.outcome(id, value != null, value == null ? missing(id) : 1);
        return value != null;
    }

    /** What the mutant that is switched on made of it. */
    private static boolean changed(int id, boolean outcome) {
        Recorder.outcome(id, outcome, 1);
        return outcome;
    }

    private static double missing(int id) {
        Object map = Slots.first(id);
        return map instanceof Map ? Distances.positive(Containers.key(map, Slots.second(id))) : 1;
    }

    /** {@code a.compareTo(b) < 0} and its like; the operator by its place in {@link Operators}. */
    public static boolean order(int id, int operator, int a, int b) {
        boolean result = Operators.holds(operator, a, b);
        if (Mutants.relating && Mutants.relate(id, operator, result, (double) a - b) != result) {
            return changed(id, !result);
        }
        double other = Operators.toOther(operator, result, (double) a - b);
        if (a == 0 || b == 0) {
            Object x = Slots.first(id);
            Object y = Slots.second(id);
            double gap = a == 0 && b != 0 ? Distances.order(y, x) : Distances.order(x, y);
            if (Texts.isText(x) && Texts.isText(y)) {
                other = Operators.isEquality(operator) && a != b ? Distances.equality(x, y) : other;
            } else if (Math.signum(gap) == Math.signum((double) a - b)) {
                other = Distances.finite(Operators.toOther(operator, result, gap));
            }
            if (Recorder.outcome(id, result, Distances.positive(other))) {
                Seen.addAny(x);
                Seen.addAny(y);
            }
            return result;
        }
        Recorder.outcome(id, result, Distances.positive(other));
        return result;
    }

    /** {@code text.indexOf(part) >= 0} and its like. */
    public static boolean index(int id, int operator, int a, int b) {
        boolean result = Operators.holds(operator, a, b);
        if (Mutants.relating && Mutants.relate(id, operator, result, (double) a - b) != result) {
            return changed(id, !result);
        }
        double other = Operators.toOther(operator, result, (double) a - b);
        if ((a == -1 || b == -1) && Recorder.wants(id, result)) {
            Object whole = Slots.first(id);
            Object part = Slots.second(id);
            other += containment(whole, part);
            if (areTexts(id)) {
                compose((CharSequence) whole, (CharSequence) part);
            }
            Seen.addAny(part);
        }
        Recorder.outcome(id, result, Distances.positive(other));
        return result;
    }

    private static double containment(Object whole, Object part) {
        if (Texts.isText(whole)) {
            CharSequence text = (CharSequence) whole;
            if (Texts.isText(part)) {
                return Texts.containment(text, (CharSequence) part);
            }
            if (part instanceof Character || part instanceof Integer) {
                return Texts.containment(text, part instanceof Character ? (Character) part : (Integer) part);
            }
        }
        return Containers.element(whole, part);
    }

    private static boolean areTexts(int id) {
        return Texts.isText(Slots.first(id)) && Texts.isText(Slots.second(id));
    }

    private static void compose(CharSequence head, CharSequence tail) {
        if (head.length() + tail.length() <= 60) {
            Seen.add(head.toString() + tail);
        }
    }

    private static boolean needs(int id, boolean result) {
        return !result && Recorder.wants(id, false);
    }

    private static boolean far(int id, double distance, Object x, Object y) {
        if (Recorder.outcome(id, false, Distances.positive(distance))) {
            Seen.addAny(x);
            Seen.addAny(y);
        }
        return false;
    }

    private static boolean plain(int id, boolean result) {
        Recorder.outcome(id, result, 1);
        return result;
    }

    // Probes of {@code Character.isDigit} and its family; the call's own result is the outcome.

    public static boolean isDigit(int id, boolean result) {
        return family(id, result, Characters.DIGIT);
    }

    public static boolean isLetter(int id, boolean result) {
        return family(id, result, Characters.LETTER);
    }

    public static boolean isLetterOrDigit(int id, boolean result) {
        return family(id, result, Characters.LETTER_OR_DIGIT);
    }

    public static boolean isWhitespace(int id, boolean result) {
        return family(id, result, Characters.WHITESPACE);
    }

    public static boolean isSpaceChar(int id, boolean result) {
        return family(id, result, Characters.SPACE);
    }

    public static boolean isUpperCase(int id, boolean result) {
        return family(id, result, Characters.UPPER);
    }

    public static boolean isLowerCase(int id, boolean result) {
        return family(id, result, Characters.LOWER);
    }

    public static boolean isAlphabetic(int id, boolean result) {
        return family(id, result, Characters.ALPHABETIC);
    }

    public static boolean isISOControl(int id, boolean result) {
        return family(id, result, Characters.CONTROL);
    }

    public static boolean isJavaIdentifierStart(int id, boolean result) {
        return family(id, result, Characters.IDENTIFIER_START);
    }

    public static boolean isJavaIdentifierPart(int id, boolean result) {
        return family(id, result, Characters.IDENTIFIER_PART);
    }

    private static boolean family(int id, boolean result, Characters characters) {
        Object operand = Slots.first(id);
        double other = 1;
        if (operand instanceof Character || operand instanceof Integer) {
            int codePoint = operand instanceof Character ? (Character) operand : (Integer) operand;
            other = characters.toOther(codePoint, result);
        }
        Recorder.outcome(id, result, other);
        return result;
    }

    // Probes around the selector of a switch: every label is an outcome of its own, the selector's value and type
    // stay.

    /** Whether a label of the switch being entered has matched; labels are constants, so nothing runs in between. */
    private static boolean matched;


    /** The default of a switch was chosen in a body that it shares with {@code null}. */
    public static void other(int id) {
        if (!matched) {
            Recorder.correct(id);
        }
    }

    /** The selector of a switch over constants of an enum, labels by name. */
    public static <E extends Enum<E>> E named(String labels, E selector) {
        Recorder.step();
        if (selector != null) {
            Labels.of(labels).choose(selector.name());
        }
        return selector;
    }

    /** The selector of a switch whose bodies report which label was chosen. */
    public static <T> T open(String labels, T selector) {
        Recorder.step();
        matched = selector == null;
        Labels.of(labels).open(matched);
        return selector;
    }

    public static char open(String labels, char selector) {
        Recorder.step();
        matched = false;
        Labels.of(labels).open(false);
        return selector;
    }

    public static byte open(String labels, byte selector) {
        Recorder.step();
        matched = false;
        Labels.of(labels).open(false);
        return selector;
    }

    public static short open(String labels, short selector) {
        Recorder.step();
        matched = false;
        Labels.of(labels).open(false);
        return selector;
    }

    public static int open(String labels, int selector) {
        Recorder.step();
        matched = false;
        Labels.of(labels).open(false);
        return selector;
    }

    public static int s(int selector) {
        Recorder.step();
        matched = false;
        return selector;
    }

    public static int l(int selector, int id, int label) {
        label(selector, id, label);
        return selector;
    }

    public static int l(
            int selector, int id0, int label0, int id1, int label1, int id2, int label2, int id3, int label3) {
        label(selector, id0, label0);
        label(selector, id1, label1);
        label(selector, id2, label2);
        label(selector, id3, label3);
        return selector;
    }

    public static int f(int selector, int id) {
        Recorder.record(id, !matched, 1);
        return selector;
    }

    public static String s(String selector) {
        Recorder.step();
        matched = false;
        return selector;
    }

    public static String l(String selector, int id, String label) {
        label(selector, id, label);
        return selector;
    }

    public static String l(
            String selector, int id0, String label0, int id1, String label1, int id2, String label2, int id3,
            String label3) {
        label(selector, id0, label0);
        label(selector, id1, label1);
        label(selector, id2, label2);
        label(selector, id3, label3);
        return selector;
    }

    public static String f(String selector, int id) {
        Recorder.record(id, !matched, 1);
        return selector;
    }

    private static void label(int selector, int id, int label) {
        boolean chosen = selector == label;
        matched |= chosen;
        Recorder.record(id, chosen, chosen ? 1 : Math.abs((long) selector - label));
    }

    private static void label(String selector, int id, String label) {
        boolean chosen = label.equals(selector);
        matched |= chosen;
        boolean wanted = !chosen && Recorder.wants(id, false);
        if (Recorder.record(id, chosen, wanted ? Distances.equality(selector, label) : 1)) {
            Seen.add(label);
        }
    }

    // Probes of variables and constants: each gives its value, or what the mutant that is switched on reads
    // instead.

    private static final int UNARY = 7;
    private static final int CONSTANTS = 31;
    /** What the first mutants of a constant put in its place. */
    private static final int[] PLAIN = {0, 1, -1};


    public static byte v(int id, byte value) {
        return (byte) v(id, (int) value);
    }

    public static byte w(int id, int slot, byte value, byte other) {
        return (byte) w(id, slot, (int) value, (int) other);
    }

    public static short v(int id, short value) {
        return (short) v(id, (int) value);
    }

    public static short w(int id, int slot, short value, short other) {
        return (short) w(id, slot, (int) value, (int) other);
    }

    public static char v(int id, char value) {
        return (char) v(id, (int) value);
    }

    public static char w(int id, int slot, char value, char other) {
        return (char) w(id, slot, (int) value, (int) other);
    }

    public static int v(int id, int value) {
        Mutants.infectOpen(id, UNARY);
        if (!Mutants.isOn(id) || Mutants.slot > 2) {
            return value;
        }
        return Mutants.slot == 0 ? -value : Mutants.slot == 1 ? value + 1 : value - 1;
    }

    public static int w(int id, int slot, int value, int other) {
        if (value != other) {
            Mutants.infect(id, 1 << slot);
        }
        return Mutants.isOn(id) && Mutants.slot == slot ? other : value;
    }

    public static long v(int id, long value) {
        Mutants.infectOpen(id, UNARY);
        if (!Mutants.isOn(id) || Mutants.slot > 2) {
            return value;
        }
        return Mutants.slot == 0 ? -value : Mutants.slot == 1 ? value + 1 : value - 1;
    }

    public static long w(int id, int slot, long value, long other) {
        if (value != other) {
            Mutants.infect(id, 1 << slot);
        }
        return Mutants.isOn(id) && Mutants.slot == slot ? other : value;
    }

    public static float v(int id, float value) {
        Mutants.infectOpen(id, UNARY);
        if (!Mutants.isOn(id) || Mutants.slot > 2) {
            return value;
        }
        return Mutants.slot == 0 ? -value : Mutants.slot == 1 ? value + 1 : value - 1;
    }

    public static float w(int id, int slot, float value, float other) {
        if (value != other && (value == value || other == other)) {
            Mutants.infect(id, 1 << slot);
        }
        return Mutants.isOn(id) && Mutants.slot == slot ? other : value;
    }

    public static double v(int id, double value) {
        Mutants.infectOpen(id, UNARY);
        if (!Mutants.isOn(id) || Mutants.slot > 2) {
            return value;
        }
        return Mutants.slot == 0 ? -value : Mutants.slot == 1 ? value + 1 : value - 1;
    }

    public static double w(int id, int slot, double value, double other) {
        if (value != other && (value == value || other == other)) {
            Mutants.infect(id, 1 << slot);
        }
        return Mutants.isOn(id) && Mutants.slot == slot ? other : value;
    }

    public static boolean v(int id, boolean value) {
        Mutants.infectOpen(id, 1);
        return Mutants.isOn(id) && Mutants.slot == 0 ? !value : value;
    }

    public static boolean w(int id, int slot, boolean value, boolean other) {
        if (value != other) {
            Mutants.infect(id, 1 << slot);
        }
        return Mutants.isOn(id) && Mutants.slot == slot ? other : value;
    }

    public static boolean k(int id, boolean value) {
        Mutants.infectOpen(id, 1);
        return Mutants.isOn(id) ? !value : value;
    }

    public static int k(int id, int value) {
        Mutants.infectOpen(id, CONSTANTS);
        if (!Mutants.isOn(id)) {
            return value;
        }
        return Mutants.slot < PLAIN.length ? PLAIN[Mutants.slot] : Mutants.slot == 3 ? value + 1 : value - 1;
    }

    public static long k(int id, long value) {
        Mutants.infectOpen(id, CONSTANTS);
        if (!Mutants.isOn(id)) {
            return value;
        }
        return Mutants.slot < PLAIN.length ? PLAIN[Mutants.slot] : Mutants.slot == 3 ? value + 1 : value - 1;
    }

    public static float k(int id, float value) {
        Mutants.infectOpen(id, CONSTANTS);
        if (!Mutants.isOn(id)) {
            return value;
        }
        return Mutants.slot < PLAIN.length ? PLAIN[Mutants.slot] : Mutants.slot == 3 ? value + 1 : value - 1;
    }

    public static double k(int id, double value) {
        Mutants.infectOpen(id, CONSTANTS);
        if (!Mutants.isOn(id)) {
            return value;
        }
        return Mutants.slot < PLAIN.length ? PLAIN[Mutants.slot] : Mutants.slot == 3 ? value + 1 : value - 1;
    }

    // Probes of statements: each tells whether a call is made, or gives what is returned.

    /** Whether a call is made: the mutant that is on leaves it out. */
    public static boolean made(int id) {
        Mutants.infectOpen(id, 1);
        return !Mutants.isOn(id);
    }

    /** A condition: the mutant that is on turns it round. */
    public static boolean n(int id, boolean value) {
        Mutants.infectOpen(id, 1);
        return Mutants.isOn(id) != value;
    }

    public static boolean rz(int id, boolean value) {
        Mutants.infectOpen(id, value ? 1 : 2);
        return Mutants.isOn(id) ? Mutants.slot == 1 : value;
    }

    public static int ri(int id, int value) {
        noteReturned(id, value != 0);
        return Mutants.isOn(id) ? 0 : value;
    }

    public static long rl(int id, long value) {
        noteReturned(id, value != 0);
        return Mutants.isOn(id) ? 0 : value;
    }

    public static float rf(int id, float value) {
        noteReturned(id, value != 0);
        return Mutants.isOn(id) ? 0 : value;
    }

    public static double rd(int id, double value) {
        noteReturned(id, value != 0);
        return Mutants.isOn(id) ? 0 : value;
    }

    public static <T> T r(int id, T value, T other) {
        noteReturned(id, differ(value, other));
        return Mutants.isOn(id) ? other : value;
    }

    public static <T> T r(int id, T value, T first, T second) {
        int slots = differ(value, first) ? 1 : 0;
        Mutants.infectOpen(id, differ(value, second) ? slots | 2 : slots);
        if (!Mutants.isOn(id)) {
            return value;
        }
        return Mutants.slot == 0 ? first : second;
    }

    private static void noteReturned(int id, boolean differs) {
        Mutants.infectOpen(id, differs ? 1 : 0);
    }

    /** Whether it is another value than one of the JDK's own; asks nothing of the user's. */
    private static boolean differ(Object value, Object other) {
        if (value == null || other == null) {
            return value != other;
        }
        return value.getClass().getClassLoader() != null || !other.equals(value);
    }

    // Probes of bitwise operations and shifts: takes an operation and its operands, gives its value or that of the
    // mutant that is on.

    private static final int FIRST = 0;
    private static final int SECOND = 1;
    private static final int THIRD = 2;
    private static final int ALL_BITS = 7;


    public static int and(int id, int a, int b) {
        return bits(id, FIRST, a, b);
    }

    public static int or(int id, int a, int b) {
        return bits(id, SECOND, a, b);
    }

    public static int xor(int id, int a, int b) {
        return bits(id, THIRD, a, b);
    }

    public static long and(int id, long a, long b) {
        return bits(id, FIRST, a, b);
    }

    public static long or(int id, long a, long b) {
        return bits(id, SECOND, a, b);
    }

    public static long xor(int id, long a, long b) {
        return bits(id, THIRD, a, b);
    }

    public static boolean and(int id, boolean a, boolean b) {
        return bits(id, FIRST, a, b);
    }

    public static boolean or(int id, boolean a, boolean b) {
        return bits(id, SECOND, a, b);
    }

    public static boolean xor(int id, boolean a, boolean b) {
        return bits(id, THIRD, a, b);
    }

    private static int bits(int id, int own, int a, int b) {
        int open = Mutants.open(id, ALL_BITS & ~(1 << own));
        int value = computeBits(own, a, b);
        if (open != 0) {
            int found = 0;
            for (int other = FIRST; other <= THIRD; other++) {
                found |= computeBits(other, a, b) != value ? 1 << other : 0;
            }
            Mutants.infect(id, found & open);
        }
        return Mutants.isOn(id) ? computeBits(Mutants.slot, a, b) : value;
    }

    private static int computeBits(int operator, int a, int b) {
        return operator == FIRST ? a & b : operator == SECOND ? a | b : a ^ b;
    }

    private static long bits(int id, int own, long a, long b) {
        int open = Mutants.open(id, ALL_BITS & ~(1 << own));
        long value = computeBits(own, a, b);
        if (open != 0) {
            int found = 0;
            for (int other = FIRST; other <= THIRD; other++) {
                found |= computeBits(other, a, b) != value ? 1 << other : 0;
            }
            Mutants.infect(id, found & open);
        }
        return Mutants.isOn(id) ? computeBits(Mutants.slot, a, b) : value;
    }

    private static long computeBits(int operator, long a, long b) {
        return operator == FIRST ? a & b : operator == SECOND ? a | b : a ^ b;
    }

    private static boolean bits(int id, int own, boolean a, boolean b) {
        int open = Mutants.open(id, ALL_BITS & ~(1 << own));
        boolean value = computeBits(own, a, b);
        if (open != 0) {
            int found = 0;
            for (int other = FIRST; other <= THIRD; other++) {
                found |= computeBits(other, a, b) != value ? 1 << other : 0;
            }
            Mutants.infect(id, found & open);
        }
        return Mutants.isOn(id) ? computeBits(Mutants.slot, a, b) : value;
    }

    private static boolean computeBits(int operator, boolean a, boolean b) {
        return operator == FIRST ? a & b : operator == SECOND ? a | b : a ^ b;
    }

    public static int shl(int id, int a, int b) {
        return shift(id, FIRST, a, b);
    }

    public static int shl(int id, int a, long b) {
        return shift(id, FIRST, a, (int) b);
    }

    public static long shl(int id, long a, int b) {
        return shift(id, FIRST, a, b);
    }

    public static long shl(int id, long a, long b) {
        return shift(id, FIRST, a, (int) b);
    }

    public static int shr(int id, int a, int b) {
        return shift(id, SECOND, a, b);
    }

    public static int shr(int id, int a, long b) {
        return shift(id, SECOND, a, (int) b);
    }

    public static long shr(int id, long a, int b) {
        return shift(id, SECOND, a, b);
    }

    public static long shr(int id, long a, long b) {
        return shift(id, SECOND, a, (int) b);
    }

    public static int ushr(int id, int a, int b) {
        return shift(id, THIRD, a, b);
    }

    public static int ushr(int id, int a, long b) {
        return shift(id, THIRD, a, (int) b);
    }

    public static long ushr(int id, long a, int b) {
        return shift(id, THIRD, a, b);
    }

    public static long ushr(int id, long a, long b) {
        return shift(id, THIRD, a, (int) b);
    }

    private static int shift(int id, int own, int a, int b) {
        int open = Mutants.open(id, ALL_BITS & ~(1 << own));
        int value = shifted(own, a, b);
        if (open != 0) {
            int found = 0;
            for (int other = FIRST; other <= THIRD; other++) {
                found |= shifted(other, a, b) != value ? 1 << other : 0;
            }
            Mutants.infect(id, found & open);
        }
        return Mutants.isOn(id) ? shifted(Mutants.slot, a, b) : value;
    }

    private static int shifted(int operator, int a, int b) {
        return operator == FIRST ? a << b : operator == SECOND ? a >> b : a >>> b;
    }

    private static long shift(int id, int own, long a, int b) {
        int open = Mutants.open(id, ALL_BITS & ~(1 << own));
        long value = shifted(own, a, b);
        if (open != 0) {
            int found = 0;
            for (int other = FIRST; other <= THIRD; other++) {
                found |= shifted(other, a, b) != value ? 1 << other : 0;
            }
            Mutants.infect(id, found & open);
        }
        return Mutants.isOn(id) ? shifted(Mutants.slot, a, b) : value;
    }

    private static long shifted(int operator, long a, int b) {
        return operator == FIRST ? a << b : operator == SECOND ? a >> b : a >>> b;
    }

    // Probes of arithmetic: takes an operation and its operands, gives its value, or that of the mutant that is
    // switched on.

    private static final int ADD = 0;
    private static final int SUB = 1;
    private static final int MUL = 2;
    private static final int DIV = 3;
    private static final int REM = 4;
    private static final int ALL_ARITHMETIC = 31;


    public static int add(int id, int a, int b) {
        return run(id, ADD, a, b);
    }

    public static int sub(int id, int a, int b) {
        return run(id, SUB, a, b);
    }

    public static int mul(int id, int a, int b) {
        return run(id, MUL, a, b);
    }

    public static int div(int id, int a, int b) {
        return run(id, DIV, a, b);
    }

    public static int rem(int id, int a, int b) {
        return run(id, REM, a, b);
    }

    public static long add(int id, long a, long b) {
        return run(id, ADD, a, b);
    }

    public static long sub(int id, long a, long b) {
        return run(id, SUB, a, b);
    }

    public static long mul(int id, long a, long b) {
        return run(id, MUL, a, b);
    }

    public static long div(int id, long a, long b) {
        return run(id, DIV, a, b);
    }

    public static long rem(int id, long a, long b) {
        return run(id, REM, a, b);
    }

    public static float add(int id, float a, float b) {
        return run(id, ADD, a, b);
    }

    public static float sub(int id, float a, float b) {
        return run(id, SUB, a, b);
    }

    public static float mul(int id, float a, float b) {
        return run(id, MUL, a, b);
    }

    public static float div(int id, float a, float b) {
        return run(id, DIV, a, b);
    }

    public static float rem(int id, float a, float b) {
        return run(id, REM, a, b);
    }

    public static double add(int id, double a, double b) {
        return run(id, ADD, a, b);
    }

    public static double sub(int id, double a, double b) {
        return run(id, SUB, a, b);
    }

    public static double mul(int id, double a, double b) {
        return run(id, MUL, a, b);
    }

    public static double div(int id, double a, double b) {
        return run(id, DIV, a, b);
    }

    public static double rem(int id, double a, double b) {
        return run(id, REM, a, b);
    }

    private static int run(int id, int own, int a, int b) {
        int open = Mutants.open(id, ALL_ARITHMETIC & ~(1 << own));
        if (open != 0) {
            Mutants.infect(id, infected(open, own, a, b));
        }
        return compute(Mutants.isOn(id) ? Mutants.slot : own, a, b);
    }

    private static int compute(int operator, int a, int b) {
        switch (operator) {
            case ADD:
                return a + b;
            case SUB:
                return a - b;
            case MUL:
                return a * b;
            case DIV:
                return a / b;
            default:
                return a % b;
        }
    }

    /** A division by zero that only one of both makes is a difference, too. */
    private static int infected(int open, int own, int a, int b) {
        boolean fails = own >= DIV && b == 0;
        int value = fails ? 0 : compute(own, a, b);
        int found = 0;
        for (int other = ADD; other <= REM; other++) {
            boolean otherFails = other >= DIV && b == 0;
            if (fails ? !otherFails : otherFails || compute(other, a, b) != value) {
                found |= 1 << other;
            }
        }
        return found & open;
    }

    private static long run(int id, int own, long a, long b) {
        int open = Mutants.open(id, ALL_ARITHMETIC & ~(1 << own));
        if (open != 0) {
            Mutants.infect(id, infected(open, own, a, b));
        }
        return compute(Mutants.isOn(id) ? Mutants.slot : own, a, b);
    }

    private static long compute(int operator, long a, long b) {
        switch (operator) {
            case ADD:
                return a + b;
            case SUB:
                return a - b;
            case MUL:
                return a * b;
            case DIV:
                return a / b;
            default:
                return a % b;
        }
    }

    /** A division by zero that only one of both makes is a difference, too. */
    private static int infected(int open, int own, long a, long b) {
        boolean fails = own >= DIV && b == 0;
        long value = fails ? 0 : compute(own, a, b);
        int found = 0;
        for (int other = ADD; other <= REM; other++) {
            boolean otherFails = other >= DIV && b == 0;
            if (fails ? !otherFails : otherFails || compute(other, a, b) != value) {
                found |= 1 << other;
            }
        }
        return found & open;
    }

    private static float run(int id, int own, float a, float b) {
        int open = Mutants.open(id, ALL_ARITHMETIC & ~(1 << own));
        if (open != 0) {
            Mutants.infect(id, infected(open, own, a, b));
        }
        return compute(Mutants.isOn(id) ? Mutants.slot : own, a, b);
    }

    private static float compute(int operator, float a, float b) {
        switch (operator) {
            case ADD:
                return a + b;
            case SUB:
                return a - b;
            case MUL:
                return a * b;
            case DIV:
                return a / b;
            default:
                return a % b;
        }
    }

    private static int infected(int open, int own, float a, float b) {
        float value = compute(own, a, b);
        int found = 0;
        for (int other = ADD; other <= REM; other++) {
            float changed = compute(other, a, b);
            if (changed != value && Float.compare(changed, value) != 0) {
                found |= 1 << other;
            }
        }
        return found & open;
    }

    private static double run(int id, int own, double a, double b) {
        int open = Mutants.open(id, ALL_ARITHMETIC & ~(1 << own));
        if (open != 0) {
            Mutants.infect(id, infected(open, own, a, b));
        }
        return compute(Mutants.isOn(id) ? Mutants.slot : own, a, b);
    }

    private static double compute(int operator, double a, double b) {
        switch (operator) {
            case ADD:
                return a + b;
            case SUB:
                return a - b;
            case MUL:
                return a * b;
            case DIV:
                return a / b;
            default:
                return a % b;
        }
    }

    private static int infected(int open, int own, double a, double b) {
        double value = compute(own, a, b);
        int found = 0;
        for (int other = ADD; other <= REM; other++) {
            double changed = compute(other, a, b);
            if (changed != value && Double.compare(changed, value) != 0) {
                found |= 1 << other;
            }
        }
        return found & open;
    }

    // Probes of for-each loops: wraps what is iterated, so that "has a next element" is an outcome; elements pass
    // unchanged.

    public static <T> Iterable<T> each(int id, Iterable<? extends T> elements) {
        return () -> {
            Iterator<? extends T> inner = elements.iterator();
            return new Iterator<T>() {
                @Override
                public boolean hasNext() {
                    return met(id, inner.hasNext());
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

    /**
     * A loop over {@code var} keeps its primitive: the whole loop is recorded by the length, as if it ran to its end.
     */
    public static boolean[] all(int id, boolean[] elements) {
        length(id, elements.length);
        return elements;
    }

    /**
     * A loop over {@code var} keeps its primitive: the whole loop is recorded by the length, as if it ran to its end.
     */
    public static byte[] all(int id, byte[] elements) {
        length(id, elements.length);
        return elements;
    }

    /**
     * A loop over {@code var} keeps its primitive: the whole loop is recorded by the length, as if it ran to its end.
     */
    public static short[] all(int id, short[] elements) {
        length(id, elements.length);
        return elements;
    }

    /**
     * A loop over {@code var} keeps its primitive: the whole loop is recorded by the length, as if it ran to its end.
     */
    public static char[] all(int id, char[] elements) {
        length(id, elements.length);
        return elements;
    }

    /**
     * A loop over {@code var} keeps its primitive: the whole loop is recorded by the length, as if it ran to its end.
     */
    public static int[] all(int id, int[] elements) {
        length(id, elements.length);
        return elements;
    }

    /**
     * A loop over {@code var} keeps its primitive: the whole loop is recorded by the length, as if it ran to its end.
     */
    public static long[] all(int id, long[] elements) {
        length(id, elements.length);
        return elements;
    }

    /**
     * A loop over {@code var} keeps its primitive: the whole loop is recorded by the length, as if it ran to its end.
     */
    public static float[] all(int id, float[] elements) {
        length(id, elements.length);
        return elements;
    }

    /**
     * A loop over {@code var} keeps its primitive: the whole loop is recorded by the length, as if it ran to its end.
     */
    public static double[] all(int id, double[] elements) {
        length(id, elements.length);
        return elements;
    }

    public static boolean met(int id, boolean result) {
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
        public int at;
        private final int id;
        private final int length;

        public Walk(int id, int length) {
            this.id = id;
            this.length = length;
        }

        @Override
        public boolean hasNext() {
            return met(id, at < length);
        }
    }

    // Probes of what methods return: each gives the value back, and tells of it while calls of test classes are
    // watched.

    /** A method without a value, or a constructor, comes to its end. */
    public static void returned(int method) {
        if (Callers.isWatching()) {
            Callers.returned(method, null, false);
        }
    }

    public static <T> T returned(int method, T value) {
        if (Callers.isWatching()) {
            Callers.returned(method, value, true);
        }
        return value;
    }

    public static boolean returned(int method, boolean value) {
        if (Callers.isWatching()) {
            Callers.returned(method, value, true);
        }
        return value;
    }

    public static byte returned(int method, byte value) {
        if (Callers.isWatching()) {
            Callers.returned(method, value, true);
        }
        return value;
    }

    public static short returned(int method, short value) {
        if (Callers.isWatching()) {
            Callers.returned(method, value, true);
        }
        return value;
    }

    public static char returned(int method, char value) {
        if (Callers.isWatching()) {
            Callers.returned(method, value, true);
        }
        return value;
    }

    public static int returned(int method, int value) {
        if (Callers.isWatching()) {
            Callers.returned(method, value, true);
        }
        return value;
    }

    public static long returned(int method, long value) {
        if (Callers.isWatching()) {
            Callers.returned(method, value, true);
        }
        return value;
    }

    public static float returned(int method, float value) {
        if (Callers.isWatching()) {
            Callers.returned(method, value, true);
        }
        return value;
    }

    public static double returned(int method, double value) {
        if (Callers.isWatching()) {
            Callers.returned(method, value, true);
        }
        return value;
    }
}
