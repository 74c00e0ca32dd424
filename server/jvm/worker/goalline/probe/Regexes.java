package goalline.probe;

import goalline.probe.distance.Regex;
import goalline.probe.distance.RegexParser;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Takes expressions and texts, gives distances and sample texts; keeps the automata of the expressions met so far. */
public final class Regexes {
    private static final int MOST = 256;
    private static final Map<String, Regex> AUTOMATA = new ConcurrentHashMap<>();
    private static final Regex UNKNOWN = new Regex();

    private Regexes() {}

    /** How far a text is from {@code text.matches(expression)}. */
    public static double matching(CharSequence text, String expression, int flags) {
        Regex regex = automaton(expression, flags);
        return regex == UNKNOWN ? 1 : regex.distance(text, false, false);
    }

    /** How far the text of a matcher is from a match of the whole (region), of a prefix, or of any part. */
    public static double matching(Matcher matcher, boolean freeStart, boolean freeEnd) {
        Pattern pattern = matcher.pattern();
        Regex regex = automaton(pattern.pattern(), pattern.flags());
        if (regex == UNKNOWN) {
            return 1;
        }
        // The only way to read a matcher's text without changing the matcher: what follows the last replacement.
        StringBuilder text = new StringBuilder();
        matcher.appendTail(text);
        return regex.distance(text, freeStart, freeEnd);
    }

    private static Regex automaton(String expression, int flags) {
        String key = flags + "/" + expression;
        Regex regex = AUTOMATA.get(key);
        if (regex == null) {
            Regex parsed = RegexParser.parse(expression, flags);
            regex = parsed == null ? UNKNOWN : parsed;
            if (regex != UNKNOWN) {
                regex.keepSamples(Pattern.compile(expression, flags));
            }
            if (AUTOMATA.size() >= MOST) {
                AUTOMATA.clear();
            }
            AUTOMATA.put(key, regex);
        }
        for (String sample : regex.samples) {
            Seen.add(sample);
        }
        return regex;
    }
}
