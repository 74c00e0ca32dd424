package goalline.probe;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Checks what the probe runtime promises; prints each claim that does not hold, and how many did. */
public final class Claims {
    private static int held;
    private static int broken;

    private Claims() {}

    private static void claim(String text, boolean holds) {
        if (holds) {
            held++;
        } else {
            broken++;
            System.out.println("BROKEN: " + text);
        }
    }

    private static void begin() {
        Recorder.end();
        Recorder.begin(1_000_000);
    }

    /**
     * The distance to the outcome that did not happen in the one evaluation of predicate 0; an outcome has distance
     * 0.
     */
    private static double far() {
        boolean happened = Recorder.trueCount[0] == 1;
        claim("one outcome, with distance 0", Recorder.trueCount[0] + Recorder.falseCount[0] == 1
                && (happened ? Recorder.trueDistance[0] : Recorder.falseDistance[0]) == 0);
        double other = happened ? Recorder.falseDistance[0] : Recorder.trueDistance[0];
        claim("a finite positive distance " + other, other > 0 && other <= Double.MAX_VALUE);
        begin();
        return other;
    }

    private static boolean equalTo(Object a, Object b) {
        return P.qEquals(0, P.a(0, a).equals(P.b(0, b)));
    }

    private static double equality(Object a, Object b) {
        equalTo(a, b);
        return far();
    }

    private static double matching(String text, String regex) {
        P.qMatches(0, P.a(0, text).matches(P.b(0, regex)));
        return far();
    }

    public static void main(String[] arguments) {
        claim("probes before a run do nothing", P.lt(3, 1, 2) && P.hit(9));
        P.enter(4);
        Recorder.prepare(8, 8);
        begin();
        numbers();
        relations();
        texts();
        containers();
        regexes();
        switches();
        loops();
        runs();
        seen();
        System.out.println(held + " claims hold, " + broken + " do not");
    }

    private static void numbers() {
        claim("3 < 7 is 4 from false", P.lt(0, 3, 7) && far() == 4);
        claim("7 < 3 is 5 from true", !P.lt(0, 7, 3) && far() == 5);
        claim("7 <= 3 is 4 from true", !P.le(0, 7, 3) && far() == 4);
        claim("3 >= 7 is 4 from true", !P.ge(0, 3, 7) && far() == 4);
        claim("3 > 3 is 1 from true", !P.gt(0, 3, 3) && far() == 1);
        claim("3 == 7 is 4 from true", !P.eq(0, 3, 7) && far() == 4);
        claim("3 != 7 is 4 from false", P.ne(0, 3, 7) && far() == 4);
        claim("3 != 3 is 1 from true", !P.ne(0, 3, 3) && far() == 1);
        claim("the extreme ints do not overflow", P.lt(0, Integer.MIN_VALUE, Integer.MAX_VALUE) && far() > 4e9);
        claim("the extreme longs do not overflow", P.lt(0, Long.MIN_VALUE, Long.MAX_VALUE) && far() > 1.8e19);
        claim("neighbours among large longs differ", !P.eq(0, Long.MAX_VALUE, Long.MAX_VALUE - 1) && far() == 1);
        claim("not a number is no number's equal", !P.eq(0, Double.NaN, 1.0) && far() == Double.MAX_VALUE);
        claim("nor its own", P.ne(0, Double.NaN, Double.NaN) && far() > 0);
        claim("infinities are finitely far", P.lt(0, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY) && far() > 1e300);
        claim("equal infinities", P.eq(0, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY) && far() == 1);
        claim("zeros are equal", P.eq(0, 0.0, -0.0) && far() == 1);
        claim("fractions", !P.eq(0, 0.25, 0.5) && far() == 0.25);
        Integer boxed = 1000;
        claim("a boxed number is compared as a number", P.eq(0, boxed, 1000) && far() == 1);
        claim("a boxed number and a long", !P.eq(0, 1001L, boxed) && far() == 1);
        claim("two boxed numbers are references", !P.eq(0, boxed, Integer.valueOf(1000)) && far() == 1);
        claim("a boxed character", !P.eq(0, (Character) 'a', 'd') && far() == 3);
        claim("compareTo grades by the operands", !P.order(0, 0, P.a(0, boxed).compareTo(P.b(0, 990)), 0) && far() == 11);
        claim("indexOf grades by the text", !P.index(0, 3, P.a(0, "abc").indexOf(P.b(0, "d")), 0) && far() < 2);
        for (char c = 0; c < 300; c++) {
            boolean digit = P.isDigit(0, Character.isDigit(P.a(0, c)));
            int toOther = (int) far();
            claim("isDigit can flip at its distance from " + (int) c,
                    c >= 128 || Character.isDigit(c + toOther) != digit || Character.isDigit(c - toOther) != digit);
        }
    }

    /** How the operands related in the one evaluation of predicate 0: 0 less, 1 equal, 2 greater. */
    private static int relation(boolean outcome) {
        double[] least = Mutants.relations;
        int relation = least[0] == 0 ? 0 : least[1] == 0 ? 1 : 2;
        claim("one relation", least[relation] == 0 && least[(relation + 1) % 3] != 0 && least[(relation + 2) % 3] != 0);
        Mutants.begin(-1);
        begin();
        return relation;
    }

    private static void relations() {
        Mutants.prepare(1, new int[] {0});
        Mutants.begin(-1);
        claim("int == Integer in this order", relation(P.eq(0, 3, (Integer) 7)) == 0);
        claim("Integer == int in this order", relation(P.eq(0, (Integer) 7, 3)) == 2);
        claim("int != Integer in this order", relation(P.ne(0, 3, (Integer) 7)) == 0);
        claim("Integer != int in this order", relation(P.ne(0, (Integer) 7, 3)) == 2);
        claim("long == Integer in this order", relation(P.eq(0, 3L, (Integer) 7)) == 0);
        claim("Integer == long in this order", relation(P.eq(0, (Integer) 7, 3L)) == 2);
        claim("long != Integer in this order", relation(P.ne(0, 3L, (Integer) 7)) == 0);
        claim("Integer != long in this order", relation(P.ne(0, (Integer) 7, 3L)) == 2);
        claim("int == Double in this order", relation(P.eq(0, 3, (Double) 7.0)) == 0);
        claim("Double == int in this order", relation(P.eq(0, (Double) 7.0, 3)) == 2);
        claim("int != Double in this order", relation(P.ne(0, 3, (Double) 7.0)) == 0);
        claim("Double != int in this order", relation(P.ne(0, (Double) 7.0, 3)) == 2);
        claim("float == Integer in this order", relation(P.eq(0, 3f, (Integer) 7)) == 0);
        claim("Integer == float in this order", relation(P.eq(0, (Integer) 7, 3f)) == 2);
        claim("float != Integer in this order", relation(P.ne(0, 3f, (Integer) 7)) == 0);
        claim("Integer != float in this order", relation(P.ne(0, (Integer) 7, 3f)) == 2);
        claim("float == Double in this order", relation(P.eq(0, 3f, (Double) 7.0)) == 0);
        claim("Double == float in this order", relation(P.eq(0, (Double) 7.0, 3f)) == 2);
        claim("float != Double in this order", relation(P.ne(0, 3f, (Double) 7.0)) == 0);
        claim("Double != float in this order", relation(P.ne(0, (Double) 7.0, 3f)) == 2);
        claim("double == Float in this order", relation(P.eq(0, 3.0, (Float) 7f)) == 0);
        claim("Float == double in this order", relation(P.eq(0, (Float) 7f, 3.0)) == 2);
        claim("double != Float in this order", relation(P.ne(0, 3.0, (Float) 7f)) == 0);
        claim("Float != double in this order", relation(P.ne(0, (Float) 7f, 3.0)) == 2);
        claim("int == Character in this order", relation(P.eq(0, 3, (Character) 'a')) == 0);
        claim("Character == int in this order", relation(P.eq(0, (Character) 'a', 3)) == 2);
        claim("int != Character in this order", relation(P.ne(0, 3, (Character) 'a')) == 0);
        claim("Character != int in this order", relation(P.ne(0, (Character) 'a', 3)) == 2);
        claim("int == Integer of one value", relation(P.eq(0, 7, (Integer) 7)) == 1);
        claim("not a number tells no mutant", P.ne(0, Double.NaN, 1.0) && !P.lt(0, 1.0, Double.NaN) && Mutants.infected[0] == 0);
        claim("a number after it does", P.ne(0, 2.0, 1.0) && Mutants.infected[0] != 0 && relation(true) == 2);
        Mutants.prepare(0, new int[0]);
    }

    private static void texts() {
        claim("equal texts", equalTo("abc", "abc") && far() == 1);
        double[] path = {equality("", "hello"), equality("x", "hello"), equality("g", "hello"), equality("h", "hello"),
            equality("hxxxx", "hello"), equality("helln", "hello")};
        for (int i = 1; i < path.length; i++) {
            claim("each edit towards a text pays " + Arrays.toString(path), path[i] < path[i - 1]);
        }
        claim("null is farther than the empty text", equality("abc", null) > equality("abc", ""));
        P.qEqualsIgnoreCase(0, P.a(0, "ABC").equalsIgnoreCase(P.b(0, "abd")));
        double near = far();
        P.qEqualsIgnoreCase(0, P.a(0, "ABC").equalsIgnoreCase(P.b(0, "xyz")));
        claim("ignoring case", near < far());
        P.qStartsWith(0, P.a(0, "prefox").startsWith(P.b(0, "prefix")));
        claim("prefix", far() < 1);
        P.qStartsWithAt(0, P.a(0, "abc").startsWith(P.b(0, "x"), P.c(7)));
        claim("prefix beyond the end", far() > 4);
        P.qEndsWith(0, P.a(0, "ing").endsWith(P.b(0, "king")));
        claim("suffix", far() == 1);
        P.qContains(0, P.a(0, "a needlo b").contains(P.b(0, "needle")));
        claim("part", far() < 1);
        P.qIsEmpty(0, P.a(0, "abc").isEmpty());
        claim("emptiness counts characters", far() == 3);
        P.qRegionMatchesIgnoringCase(0, P.a(0, "xABD").regionMatches(true, P.c(1), P.b(0, "abc"), P.d(0), P.e(3)));
        claim("region", far() < 1);
        Seen.clear();
        P.qAsked(0, "known".contentEquals(P.a(0, "asked for")));
        claim("what an unknown call says no to is worth trying", far() == 1 && Seen.textCount == 1
                && Seen.texts[0].equals("asked for"));
        P.qAsked(0, "known".contentEquals(P.a(0, "known")));
        claim("and nothing else", far() == 1 && Seen.textCount == 1);
        claim("numbers in objects", equality(3, 10) == 7 && equality(3, "3") > 0 && equality(2.5, 3.0) == 0.5);
        java.time.OffsetDateTime noon = java.time.OffsetDateTime.parse("2024-03-15T12:00:00+01:00");
        claim("times with an offset", equality(noon, noon.plusSeconds(1)) < equality(noon, noon.plusHours(1)));
        claim("the same moment elsewhere", equality(noon, noon.withOffsetSameInstant(java.time.ZoneOffset.UTC)) > 0);
        java.time.ZonedDateTime there = noon.atZoneSameInstant(java.time.ZoneId.of("Europe/Paris"));
        claim("times in a zone", equality(there, there.plusSeconds(1)) < equality(there, there.plusHours(1)));
        claim("the same hour of another zone", equality(there, noon.toZonedDateTime()) > 0);
        claim("lists", equality(Arrays.asList(1, 2), Arrays.asList(1, 9)) < 1);
    }

    private static void containers() {
        List<String> list = new ArrayList<>(Arrays.asList("apple", "pear"));
        P.qContains(0, P.a(0, list).contains(P.b(0, "apply")));
        double near = far();
        P.qContains(0, P.a(0, list).contains(P.b(0, "zzz")));
        claim("nearest element", near < far());
        P.qContains(0, P.a(0, Collections.emptyList()).contains(P.b(0, "x")));
        claim("an empty collection is 1 away", far() == 1);
        Map<Integer, String> map = new HashMap<>();
        map.put(5, "five");
        P.qContainsKey(0, P.a(0, map).containsKey(P.b(0, 6)));
        claim("nearest key", far() == 0.5);
        claim("a missing key is graded at null checks",
                !P.qNotNull(0, P.a(0, map).get(P.b(0, 6))) && far() == 0.5);
        claim("a key that is there", P.qNotNull(0, P.a(0, map).get(P.b(0, 5))) && far() == 1);
        P.qIsEmpty(0, P.a(0, map).isEmpty());
        claim("size of a map", far() == 1);
        List<Object> users = new ArrayList<Object>() {
            @Override
            public int size() {
                throw new AssertionError("nobody asked for this");
            }

            @Override
            public boolean isEmpty() {
                return false;
            }
        };
        P.qIsEmpty(0, P.a(0, users).isEmpty());
        claim("a container of the user's is left alone", far() == 1);
        P.qIsEmpty(0, P.a(0, Collections.unmodifiableList(users)).isEmpty());
        claim("and one that wraps it", far() == 1);
        claim("a sorted set", !P.qContains(0, P.a(0, new TreeSet<>(list)).contains(P.b(0, "q"))) && far() <= 1);
    }

    private static void regexes() {
        claim("a match", matching("abc", "[a-c]+") == 1);
        claim("one digit missing", matching("12-34", "\\d{2}-\\d{3}") == 1);
        claim("one letter wrong", matching("1a-345", "\\d{2}-\\d{3}") < 1);
        claim("nearer letters cost less", matching(":", "[0-9]") < matching("z", "[0-9]"));
        claim("alternatives", matching("catt", "cat|dog") == 1 && matching("do", "cat|dog") == 1);
        claim("optional groups", matching("http//x", "(https?:)?//x") == 1);
        claim("case", matching("ABC", "(?i)abd") < matching("ABC", "abd"));
        claim("letters of all languages", matching("é", "(?U)\\w+") == 1 && matching("é", "\\w+") < 1);
        claim("unknown syntax has a distance too", matching("x", "(?<n>a)\\k<n>(?=b)") > 0);
        java.util.regex.Matcher matcher = Pattern.compile("b+c").matcher("aabbd");
        P.qFind(0, P.a(0, matcher).find());
        claim("find looks everywhere", far() < 1);
        P.qMatches(0, P.a(0, matcher.reset()).matches());
        claim("matches takes the whole", far() > 1);
        P.qLookingAt(0, P.a(0, matcher.reset()).lookingAt());
        claim("lookingAt takes a prefix", far() > 1);
        for (String regex : new String[] {"[a-z]+@[a-z]+\\.(com|org)", "\\d{3}-\\d{4}", "^\\s*(\\w+)\\s*=\\s*(.*?)$", "a|b*",
            "(?:[+-])?\\d+(\\.\\d*)?([eE]\\d+)?", "\\p{Upper}\\p{L}*", "[^\\]\\[]x", "\\Qa.b\\E{2}", "[a-z&&[^b]]\\x41\\u0042"}) {
            Seen.clear();
            matching("\u0000", regex);
            boolean found = false;
            for (int i = 0; i < Seen.textCount; i++) {
                found |= Seen.texts[i].matches(regex);
            }
            claim("a text that matches " + regex, found);
        }
    }

    private static void switches() {
        int selector = P.f(P.l(P.l(P.s(5), 1, 3), 2, 9), 3);
        claim("the selector passes", selector == 5);
        claim("labels are graded", Recorder.trueDistance[1] == 2 && Recorder.trueDistance[2] == 4);
        claim("the default happened", Recorder.trueCount[3] == 1 && Recorder.falseCount[3] == 0);
        begin();
        P.f(P.l(P.s("b"), 1, "a", 2, "b", 4, "c", 5, "dd"), 3);
        claim("a text label happened, no default", Recorder.trueCount[2] == 1 && Recorder.falseCount[3] == 1);
        claim("text labels are graded", Recorder.trueDistance[1] < Recorder.trueDistance[5]);
        begin();
        P.named("1=NANOSECONDS,2=DAYS,3", java.util.concurrent.TimeUnit.DAYS);
        claim("a constant happened", Recorder.trueCount[2] == 1 && Recorder.falseCount[1] == 1 && Recorder.falseCount[3] == 1);
        begin();
        P.open("1=null,2=,3", null);
        P.other(3);
        claim("null happened, the default beside it did not", Recorder.trueCount[1] == 1 && Recorder.trueCount[3] == 0);
        begin();
        P.open("1=,3", "x");
        P.hit(1);
        claim("a body reported its label", Recorder.trueCount[1] == 1 && Recorder.falseCount[1] == 0 && Recorder.falseDistance[1] == 1);
        begin();
        claim("a bound pattern", P.o(0, "x") instanceof String && P.hit(0) && far() == 1);
    }

    private static void loops() {
        int sum = 0;
        for (int i : P.each(0, new int[] {1, 2, 3})) {
            sum += i;
        }
        claim("each element once", sum == 6 && Recorder.trueCount[0] == 3 && Recorder.falseCount[0] == 1);
        begin();
        for (String s : P.each(0, Arrays.asList("a", "b"))) {
            claim("left early", s.equals("a"));
            break;
        }
        claim("a loop that is left is not exhausted", Recorder.trueCount[0] == 1 && Recorder.falseCount[0] == 0);
        begin();
    }

    private static void runs() {
        Recorder.begin(10);
        int rounds = 0;
        int caught = 0;
        while (caught < 3) {
            try {
                while (true) {
                    rounds++;
                    P.step();
                }
            } catch (Throwable t) {
                caught++;
            }
        }
        claim("ten steps, then an error at every probe", rounds == 13 && Recorder.exhausted());
        Recorder.end();
        claim("after a run probes are silent", P.eq(1, 2, 2) && Recorder.touchedCount == 0 && Recorder.exhausted());
        begin();
        claim("a new run starts clean", !Recorder.exhausted());
        P.eq(3, 1, 2);
        P.eq(1, 1, 1);
        P.eq(3, 5, 5);
        P.enter(2);
        claim("touched in order", Recorder.touchedCount == 2 && Recorder.touched[0] == 3 && Recorder.touched[1] == 1);
        claim("both outcomes have distance 0", Recorder.trueDistance[3] == 0 && Recorder.falseDistance[3] == 0);
        claim("entered", Recorder.enteredCount == 1 && Recorder.methodCount[2] == 1);
        begin();
        claim("cleared", Recorder.trueCount[3] == 0 && Recorder.methodCount[2] == 0 && Recorder.enteredCount == 0);
        claim("ids nobody prepared for are ignored", P.eq(1000, 1, 1) && Recorder.touchedCount == 0);
        for (int value : new int[] {90, 40, 70}) {
            P.eq(0, value, 50);
        }
        claim("the least distance counts", Recorder.trueDistance[0] == 10 && Recorder.falseCount[0] == 3);
        begin();
    }

    private static void seen() {
        Seen.clear();
        for (int i = 0; i < 1000; i++) {
            begin();
            P.eq(0, i % 400, 7);
            P.qEquals(1, P.a(1, "text" + i % 400).equals(P.b(1, "wanted")));
        }
        claim("bounded", Seen.integralCount == Seen.integrals.length && Seen.textCount == Seen.texts.length);
        claim("no value twice", Arrays.stream(Seen.integrals).distinct().count() == Seen.integralCount);
        Seen.clear();
        begin();
        P.qStartsWith(0, P.a(0, "rest").startsWith(P.b(0, "head:")));
        claim("a text with the prefix", Arrays.asList(Seen.texts).contains("head:rest"));
    }
}
