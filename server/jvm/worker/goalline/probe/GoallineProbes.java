package goalline.probe;

/** The same probes under a name that is imported where a file itself uses the name {@code goalline}. */
public final class GoallineProbes extends P {
    private GoallineProbes() {}
}
