package goalline.probe;

/** Probes of {@code Character.isDigit} and its family; the call's own result is the outcome. */
abstract class CharacterCalls extends Calls {
    CharacterCalls() {}

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
}
