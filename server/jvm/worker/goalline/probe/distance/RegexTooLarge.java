package goalline.probe.distance;

/** Says that a regular expression needs more states than its distance is worth. */
public final class RegexTooLarge extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public RegexTooLarge() {
        super("regular expression too large", null, false, false);
    }
}
