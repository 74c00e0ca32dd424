package goalline.probe;

/** Says that a regular expression needs more states than its distance is worth. */
final class RegexTooLarge extends RuntimeException {
    private static final long serialVersionUID = 1L;

    RegexTooLarge() {
        super("regular expression too large", null, false, false);
    }
}
