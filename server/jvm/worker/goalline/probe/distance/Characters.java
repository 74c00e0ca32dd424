package goalline.probe.distance;

import java.util.function.IntPredicate;

/** A family of characters: gives how far a character is from it, and from leaving it, by tables over ASCII. */
public final class Characters {
    public static final Characters DIGIT = new Characters(Character::isDigit);
    public static final Characters LETTER = new Characters(Character::isLetter);
    public static final Characters LETTER_OR_DIGIT = new Characters(Character::isLetterOrDigit);
    public static final Characters WHITESPACE = new Characters(Character::isWhitespace);
    public static final Characters SPACE = new Characters(Character::isSpaceChar);
    public static final Characters UPPER = new Characters(Character::isUpperCase);
    public static final Characters LOWER = new Characters(Character::isLowerCase);
    public static final Characters ALPHABETIC = new Characters(Character::isAlphabetic);
    public static final Characters CONTROL = new Characters(Character::isISOControl);
    public static final Characters IDENTIFIER_START = new Characters(Character::isJavaIdentifierStart);
    public static final Characters IDENTIFIER_PART = new Characters(Character::isJavaIdentifierPart);

    private static final int ASCII = 128;
    /** Nearest distance to the outcome that a character does not have; 0 where ASCII has no such character. */
    private final int[] other = new int[ASCII];
    private final int lastMember;
    private final int lastStranger;

    public Characters(IntPredicate family) {
        int member = -1;
        int stranger = -1;
        for (int c = 0; c < ASCII; c++) {
            boolean in = family.test(c);
            member = in ? c : member;
            stranger = in ? stranger : c;
            other[c] = nearest(family, c, !in);
        }
        lastMember = member;
        lastStranger = stranger;
    }

    private static int nearest(IntPredicate family, int from, boolean wanted) {
        for (int step = 1; step < ASCII; step++) {
            boolean below = from - step >= 0 && family.test(from - step) == wanted;
            boolean above = from + step < ASCII && family.test(from + step) == wanted;
            if (below || above) {
                return step;
            }
        }
        return 0;
    }

    /** How far the character, which is in the family or not, is from the contrary. */
    public double toOther(int codePoint, boolean isMember) {
        if (codePoint >= 0 && codePoint < ASCII) {
            return Math.max(1, other[codePoint]);
        }
        int last = isMember ? lastStranger : lastMember;
        return last < 0 ? 1 : Math.max(1, Math.abs((double) codePoint - last));
    }
}
