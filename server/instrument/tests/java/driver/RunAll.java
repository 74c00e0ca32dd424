/** Takes names of main classes, runs them one after the other in one JVM. */
public final class RunAll {
    private RunAll() {}

    public static void main(String[] names) throws Exception {
        for (String name : names) {
            System.out.println("== " + name);
            Class.forName(name).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
        }
    }
}
