package goalline.probe.distance;

import goalline.probe.P;

import java.util.regex.Pattern;

/**
 * Takes the text of a regular expression, gives an automaton that accepts at least what it matches: look-around,
 * anchors and back references are taken for empty. Single characters and classes are left to {@link Pattern} itself.
 */
public final class RegexParser {
    private static final int MOST_REPEATS = 64;

    private final String text;
    private final Regex target;
    private int at;
    private int flags;

    private RegexParser(String text, int flags, Regex target) {
        this.text = text;
        this.flags = flags;
        this.target = target;
    }

    /** The automaton, or null for an expression that is not understood or too large. */
    public static Regex parse(String text, int flags) {
        Regex regex = new Regex();
        boolean literal = (flags & Pattern.LITERAL) != 0;
        RegexParser parser = new RegexParser(literal ? escaped(text) : unquoted(text), flags, regex);
        try {
            Part whole = parser.alternatives();
            if (parser.at < parser.text.length()) {
                return null;
            }
            int accept = regex.accept();
            regex.start = whole.build(accept);
            return regex;
        } catch (RuntimeException e) {
            return null;
        }
    }

    /** The expression with {@code \Q…\E} written as escaped characters. */
    private static String unquoted(String text) {
        StringBuilder plain = new StringBuilder();
        int from = 0;
        for (int quote = text.indexOf("\\Q"); quote >= 0; quote = text.indexOf("\\Q", from)) {
            int end = text.indexOf("\\E", quote);
            plain.append(text, from, quote).append(escaped(text.substring(quote + 2, end < 0 ? text.length() : end)));
            from = end < 0 ? text.length() : end + 2;
        }
        return plain.append(text, from, text.length()).toString();
    }

    private static String escaped(String characters) {
        StringBuilder escaped = new StringBuilder();
        for (int i = 0; i < characters.length(); i++) {
            char c = characters.charAt(i);
            boolean plain = Character.isLetterOrDigit(c) || c >= 128;
            escaped.append(plain ? "" : "\\").append(c);
        }
        return escaped.toString();
    }

    /**
     * A part of the expression, which can be built any number of times (for counted repetition) in front of a state.
     */
    private interface Part {
        /** Gives the state at which this part begins when {@code next} follows it. */
        int build(int next);
    }

    private Part alternatives() {
        int outer = flags;
        Part left = sequence();
        while (at < text.length() && text.charAt(at) == '|') {
            at++;
            Part first = left;
            Part second = sequence();
            left = next -> target.split(first.build(next), second.build(next));
        }
        flags = outer;
        return left;
    }

    private Part sequence() {
        Part whole = next -> next;
        while (at < text.length() && text.charAt(at) != '|' && text.charAt(at) != ')') {
            Part before = whole;
            Part last = repeated(atom());
            whole = next -> before.build(last.build(next));
        }
        return whole;
    }

    private Part repeated(Part part) {
        Part result = part;
        while (at < text.length()) {
            char c = text.charAt(at);
            int least = c == '+' ? 1 : 0;
            int most = c == '?' ? 1 : -1;
            if (c == '{') {
                int close = text.indexOf('}', at);
                String[] bounds = text.substring(at + 1, close).split(",", -1);
                least = Integer.parseInt(bounds[0].trim());
                boolean isOpen = bounds.length > 1 && bounds[1].trim().isEmpty();
                most = bounds.length == 1 ? least : isOpen ? -1 : Integer.parseInt(bounds[1].trim());
                at = close;
            } else if (c != '*' && c != '+' && c != '?') {
                return result;
            }
            at++;
            if (at < text.length() && (text.charAt(at) == '?' || text.charAt(at) == '+')) {
                at++;
            }
            result = times(result, least, most);
        }
        return result;
    }

    private Part times(Part part, int least, int most) {
        if (least > MOST_REPEATS || most > MOST_REPEATS) {
            throw new RegexTooLarge();
        }
        return next -> {
            int state = next;
            if (most < 0) {
                int loop = target.split(Regex.NONE, next);
                target.patch(loop, part.build(loop));
                state = loop;
            }
            for (int i = least; i < most; i++) {
                state = target.split(part.build(state), next);
            }
            for (int i = 0; i < least; i++) {
                state = part.build(state);
            }
            return state;
        };
    }

    private Part atom() {
        char c = text.charAt(at);
        switch (c) {
            case '(':
                return group();
            case '[':
                return single(text.substring(at, at = endOfClass(at)));
            case '\\':
                return escape();
            case '^':
            case '$':
                at++;
                return next -> next;
            case '*':
            case '+':
            case '?':
            case ')':
                throw new IllegalArgumentException();
            default:
                if ((flags & Pattern.COMMENTS) != 0 && (Character.isWhitespace(c) || c == '#')) {
                    int end = text.indexOf('\n', at);
                    at = c != '#' ? at + 1 : end >= 0 ? end : text.length();
                    return next -> next;
                }
                at++;
                return single(c == '.' ? "." : Pattern.quote(String.valueOf(c)));
        }
    }

    private Part group() {
        int outer = flags;
        at++;
        boolean look = false;
        if (text.startsWith("?", at)) {
            at++;
            if (text.startsWith("<=", at) || text.startsWith("<!", at) || text.startsWith("=", at) || text.startsWith("!", at)) {
                look = true;
                at += text.charAt(at) == '<' ? 2 : 1;
            } else if (text.startsWith("<", at)) {
                at = text.indexOf('>', at) + 1;
            } else if (text.startsWith(">", at)) {
                at++;
            } else if (readFlags()) {
                return next -> next;
            }
        }
        Part inner = alternatives();
        if (at >= text.length() || text.charAt(at) != ')') {
            throw new IllegalArgumentException();
        }
        at++;
        flags = outer;
        return look ? next -> next : inner;
    }

    /** Reads the flags of {@code (?i)} or {@code (?i:}; whether they stand alone and hold for the rest of the group. */
    private boolean readFlags() {
        boolean on = true;
        for (; ; at++) {
            char c = text.charAt(at);
            if (c == ':' || c == ')') {
                at++;
                return c == ')';
            }
            int flag = c == 'i' ? Pattern.CASE_INSENSITIVE
                    : c == 's' ? Pattern.DOTALL
                    : c == 'x' ? Pattern.COMMENTS
                    : c == 'u' ? Pattern.UNICODE_CASE
                    : c == 'U' ? Pattern.UNICODE_CHARACTER_CLASS
                    : 0;
            on = c != '-' && on;
            flags = on ? flags | flag : flags & ~flag;
        }
    }

    private int endOfClass(int from) {
        int depth = 0;
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\') {
                i++;
            } else if (c == '[') {
                depth++;
                i += text.startsWith("^]", i + 1) ? 2 : text.startsWith("]", i + 1) ? 1 : 0;
            } else if (c == ']' && --depth == 0) {
                return i + 1;
            }
        }
        throw new IllegalArgumentException();
    }

    private Part escape() {
        char c = text.charAt(at + 1);
        if ("bBAGZzE".indexOf(c) >= 0 || (c >= '1' && c <= '9')) {
            at += 2;
            return next -> next;
        }
        if (c == 'k') {
            at = text.indexOf('>', at) + 1;
            return next -> next;
        }
        if (c == 'R' || c == 'X') {
            at += 2;
            return single(c == 'R' ? "[\\n\\r]" : "(?s:.)");
        }
        int end = at + 2;
        if (c == 'p' || c == 'P') {
            end = text.charAt(end) == '{' ? text.indexOf('}', end) + 1 : end + 1;
        } else if (c == 'u') {
            end += 4;
        } else if (c == 'x') {
            end = text.charAt(end) == '{' ? text.indexOf('}', end) + 1 : end + 2;
        } else if (c == 'c') {
            end++;
        } else if (c == '0') {
            while (end < text.length() && end < at + 5 && text.charAt(end) >= '0' && text.charAt(end) <= '7') {
                end++;
            }
        }
        String escaped = text.substring(at, end);
        at = end;
        return single(escaped);
    }

    private Part single(String expression) {
        int kept = flags & ~(Pattern.COMMENTS | Pattern.LITERAL);
        Letters letters = target.letters(expression, kept);
        return next -> target.character(letters, next);
    }
}
