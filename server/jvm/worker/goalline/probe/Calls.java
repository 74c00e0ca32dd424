package goalline.probe;

import java.util.Map;
import java.util.regex.Matcher;

/** Probes of calls whose name promises a meaning: the call's own result is the outcome, its operands give the distance. */
abstract class Calls extends Operands {
    Calls() {}

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
}
