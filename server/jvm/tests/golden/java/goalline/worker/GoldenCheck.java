package goalline.worker;

import goalline.worker.classes.ClassStore;
import goalline.worker.compile.Compiler;
import goalline.worker.compile.MemoryFiles;
import goalline.worker.compile.Setup;
import goalline.worker.run.Details;
import goalline.worker.run.Links;
import goalline.worker.run.Outcomes;
import goalline.worker.run.Runner;
import goalline.worker.run.Watchdog;
import goalline.worker.wire.Input;
import goalline.worker.wire.Output;
import goalline.worker.wire.Protocol;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Takes the file of golden bytes, writes and reads each line with the worker's own code, ends with status 1 on a
 * difference.
 */
public final class GoldenCheck {
    private static int wrong;

    private GoldenCheck() {}

    /** The argument is the file. */
    public static void main(String[] args) throws IOException {
        for (String line : Files.readAllLines(Path.of(args[0]))) {
            if (!line.startsWith("#") && !line.isEmpty()) {
                String[] parts = line.split(" ");
                check(parts[0], parts[1], parts[2]);
            }
        }
        System.exit(wrong == 0 ? 0 : 1);
    }

    private static void check(String name, String value, String golden) throws IOException {
        Output output = new Output();
        Input input = new Input(bytes(golden), 0);
        switch (name) {
            case "u8":
                output.u8(Integer.parseInt(value));
                same(name, value, Integer.toString(input.u8()));
                break;
            case "u32":
                output.u32(Integer.parseInt(value));
                same(name, value, Integer.toString(input.u32()));
                break;
            case "varint":
                output.varint(Long.parseLong(value));
                same(name, value, Long.toString(input.varint()));
                break;
            case "zigzag":
                output.zigzag(Long.parseLong(value));
                same(name, value, Long.toString(input.zigzag()));
                break;
            case "f64":
                output.f64(Double.parseDouble(value));
                same(name, value, Double.toString(input.f64()));
                break;
            case "distance":
                output.distance(Double.parseDouble(value));
                break;
            case "text":
                output.text(text(value));
                same(name, text(value), input.text());
                break;
            case "test":
                test(input);
                return;
            case "attributed":
                attributed(output);
                break;
            default:
                results(output);
        }
        same(name + " " + value, golden, hex(output));
    }

    /** What the runner reads of a test: each operation and what belongs to it. */
    private static void test(Input input) {
        StringBuilder read = new StringBuilder();
        int count = input.count();
        for (int i = 0; i < count; i++) {
            int op = input.u8();
            read.append(op);
            switch (op) {
                case Protocol.OP_BYTE:
                case Protocol.OP_SHORT:
                case Protocol.OP_INT:
                case Protocol.OP_LONG:
                    read.append('=').append(input.zigzag());
                    break;
                case Protocol.OP_CHAR:
                    read.append('=').append(input.count());
                    break;
                case Protocol.OP_FLOAT:
                    read.append('=').append(Float.intBitsToFloat(input.u32()));
                    break;
                case Protocol.OP_DOUBLE:
                    read.append('=').append(input.f64());
                    break;
                case Protocol.OP_TEXT:
                    read.append('=').append((int) input.text().charAt(0));
                    break;
                case Protocol.OP_ARRAY:
                    read.append('=').append(input.count()).append(':');
                    for (int left = input.count(); left > 0; left--) {
                        read.append(input.count()).append(';');
                    }
                    break;
                default:
                    break;
            }
            read.append(' ');
        }
        same("test", "1 2 3=-65 4=-3 6=-255 7=-5 8=2.0 10=55296 9=2.5 13=1:2;2; ", read.toString());
    }

    private static void attributed(Output output) throws IOException {
        String text = "class A extends Exception { int f() { return g(); } static int g() { return 1; } }";
        Compiler compiler = new Compiler(new ClassStore(), Path.of("."));
        compiler.configure(Setup.NOTHING);
        compiler.attribute(List.of(new MemoryFiles.Unit("A.java", text)), output);
    }

    private static void results(Output output) {
        for (int i = 0; i < Runner.HEADER; i++) {
            output.u8(0);
        }
        goalline.probe.Recorder.prepare(8, 8);
        goalline.probe.Recorder.begin(100);
        goalline.probe.Recorder.touched[0] = 1;
        goalline.probe.Recorder.touchedCount = 1;
        goalline.probe.Recorder.trueCount[1] = 2;
        goalline.probe.Recorder.falseCount[1] = 7;
        goalline.probe.Recorder.trueDistance[1] = 2;
        goalline.probe.Recorder.falseDistance[1] = 0.5;
        Outcomes outcomes = new Outcomes(new Links(), new Details());
        outcomes.write(output, null, false, 0, true, null);
        outcomes.writeTrace(output, 5);
        outcomes.writeUnanswered(output, List.of());
        outcomes.writeNullResult(output, null);
        output.varint(0);
        goalline.probe.Recorder.begin(100);
        IllegalStateException thrown = new IllegalStateException("x");
        thrown.setStackTrace(new StackTraceElement[0]);
        outcomes.write(output, thrown, false, 3, true, Outcomes.saidBy(thrown, GoldenCheck.class.getClassLoader()));
        outcomes.writeTrace(output, 0);
        outcomes.writeUnanswered(output, List.of());
        outcomes.writeNullResult(output, null);
        output.varint(0);
        for (int list = 0; list < 3; list++) {
            output.varint(0);
        }
        Watchdog.fillHeader(output.array(), Protocol.COMPLETE, 2, 0);
    }

    private static String text(String units) {
        StringBuilder text = new StringBuilder();
        if (!units.equals("-")) {
            for (String unit : units.split(",")) {
                text.append((char) Integer.parseInt(unit, 16));
            }
        }
        return text.toString();
    }

    private static void same(String what, String expected, String actual) {
        if (!expected.equals(actual)) {
            wrong++;
            System.out.println(what + ": expected " + expected + ", not " + actual);
        }
    }

    private static byte[] bytes(String hex) {
        byte[] bytes = new byte[hex.length() / 2];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) Integer.parseInt(hex.substring(2 * i, 2 * i + 2), 16);
        }
        return bytes;
    }

    private static String hex(Output output) {
        StringBuilder hex = new StringBuilder();
        for (int i = 0; i < output.length(); i++) {
            hex.append(String.format("%02x", output.array()[i]));
        }
        return hex.toString();
    }
}
