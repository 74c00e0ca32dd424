package goalline.worker.mocks;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * Writes the class file of a subclass whose methods hand each call to a function in a public field; decides neither
 * which methods nor what they answer. No code in it branches, so it needs no stack maps, and it has no constructor:
 * objects of it are made without.
 */
final class MockClass {
    /** The field with the function. */
    static final String FIELD = "goalline$mock";

    private static final String FUNCTION = "java/util/function/BiFunction";
    private static final int JAVA_8 = 52;

    private static final int ALOAD = 25;
    private static final int DUP = 89;
    private static final int GETFIELD = 180;
    private static final int INVOKEVIRTUAL = 182;
    private static final int INVOKESTATIC = 184;
    private static final int INVOKEINTERFACE = 185;
    private static final int ANEWARRAY = 189;
    private static final int CHECKCAST = 192;
    private static final int AASTORE = 83;
    private static final int SIPUSH = 17;
    private static final int LDC_W = 19;
    private static final int POP = 87;
    private static final int RETURN = 177;
    private static final int ARETURN = 176;

    private final ByteArrayOutputStream constants = new ByteArrayOutputStream();
    private final DataOutputStream pool = new DataOutputStream(constants);
    private final Map<String, Integer> known = new HashMap<>();
    private int count = 1;
    private final String name;

    private MockClass(String name) {
        this.name = name.replace('.', '/');
    }

    /** The bytes of a class of this name below the type; the methods are all that it overrides. */
    static byte[] write(String name, Class<?> type, Collection<Method> methods) {
        try {
            return new MockClass(name).bytes(type, methods);
        } catch (IOException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private byte[] bytes(Class<?> type, Collection<Method> methods) throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(body);
        String internal = type.getName().replace('.', '/');
        out.writeShort(Modifier.PUBLIC | 0x0020 | 0x1000);
        out.writeShort(classAt(name));
        out.writeShort(classAt(type.isInterface() ? "java/lang/Object" : internal));
        out.writeShort(type.isInterface() ? 1 : 0);
        if (type.isInterface()) {
            out.writeShort(classAt(internal));
        }
        out.writeShort(1);
        out.writeShort(Modifier.PUBLIC);
        out.writeShort(utf(FIELD));
        out.writeShort(utf("L" + FUNCTION + ";"));
        out.writeShort(0);
        out.writeShort(methods.size());
        for (Method method : methods) {
            method(out, method);
        }
        out.writeShort(0);
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        DataOutputStream file = new DataOutputStream(all);
        file.writeInt(0xCAFEBABE);
        file.writeInt(JAVA_8);
        file.writeShort(count);
        constants.writeTo(file);
        body.writeTo(file);
        return all.toByteArray();
    }

    private void method(DataOutputStream out, Method method) throws IOException {
        String descriptor = descriptor(method);
        out.writeShort(method.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED));
        out.writeShort(utf(method.getName()));
        out.writeShort(utf(descriptor));
        out.writeShort(1);
        ByteArrayOutputStream code = new ByteArrayOutputStream();
        int locals = code(new DataOutputStream(code), method, descriptor);
        out.writeShort(utf("Code"));
        out.writeInt(12 + code.size());
        // The function, the key, the array twice, an index and a value of two words.
        out.writeShort(8);
        out.writeShort(locals);
        out.writeInt(code.size());
        code.writeTo(out);
        out.writeShort(0);
        out.writeShort(0);
    }

    static String descriptor(Method method) {
        return MethodType.methodType(method.getReturnType(), method.getParameterTypes())
                .toMethodDescriptorString();
    }

    private int code(DataOutputStream code, Method method, String descriptor) throws IOException {
        code.writeByte(ALOAD);
        code.writeByte(0);
        code.writeByte(GETFIELD);
        code.writeShort(member(9, name, FIELD, "L" + FUNCTION + ";"));
        code.writeByte(LDC_W);
        code.writeShort(indexed(8, utf(method.getName() + descriptor)));
        Class<?>[] parameters = method.getParameterTypes();
        code.writeByte(SIPUSH);
        code.writeShort(parameters.length);
        code.writeByte(ANEWARRAY);
        code.writeShort(classAt("java/lang/Object"));
        int local = 1;
        for (int i = 0; i < parameters.length; i++) {
            code.writeByte(DUP);
            code.writeByte(SIPUSH);
            code.writeShort(i);
            local = load(code, parameters[i], local);
            code.writeByte(AASTORE);
        }
        code.writeByte(INVOKEINTERFACE);
        code.writeShort(member(
                11, FUNCTION, "apply", "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;"));
        code.writeByte(3);
        code.writeByte(0);
        giveBack(code, method.getReturnType());
        return local;
    }

    /** Puts a parameter onto the stack as an object; gives the place of the next one. */
    private int load(DataOutputStream code, Class<?> type, int local) throws IOException {
        boolean isWide = type == long.class || type == double.class;
        int op = type == long.class ? 22 : type == float.class ? 23 : type == double.class ? 24 : 21;
        code.writeByte(0xC4);
        code.writeByte(type.isPrimitive() ? op : ALOAD);
        code.writeShort(local);
        if (type.isPrimitive()) {
            String box = box(type);
            code.writeByte(INVOKESTATIC);
            code.writeShort(member(10, box, "valueOf", "(" + descriptor(type) + ")L" + box + ";"));
        }
        return local + (isWide ? 2 : 1);
    }

    private void giveBack(DataOutputStream code, Class<?> type) throws IOException {
        if (type == void.class) {
            code.writeByte(POP);
            code.writeByte(RETURN);
        } else if (type.isPrimitive()) {
            String box = box(type);
            code.writeByte(CHECKCAST);
            code.writeShort(classAt(box));
            code.writeByte(INVOKEVIRTUAL);
            code.writeShort(member(10, box, type.getName() + "Value", "()" + descriptor(type)));
            code.writeByte(type == long.class ? 173 : type == float.class ? 174 : type == double.class ? 175 : 172);
        } else {
            code.writeByte(CHECKCAST);
            code.writeShort(classAt(type.getName().replace('.', '/')));
            code.writeByte(ARETURN);
        }
    }

    private static String descriptor(Class<?> type) {
        return MethodType.methodType(type).toMethodDescriptorString().substring(2);
    }

    private static String box(Class<?> primitive) {
        return MethodType.methodType(primitive).wrap().returnType().getName().replace('.', '/');
    }

    private int utf(String text) throws IOException {
        Integer at = known.get("u" + text);
        if (at != null) {
            return at;
        }
        pool.writeByte(1);
        pool.writeUTF(text);
        known.put("u" + text, count);
        return count++;
    }

    private int classAt(String internal) throws IOException {
        return indexed(7, utf(internal));
    }

    private int indexed(int tag, int index) throws IOException {
        Integer at = known.get(tag + " " + index);
        if (at != null) {
            return at;
        }
        pool.writeByte(tag);
        pool.writeShort(index);
        known.put(tag + " " + index, count);
        return count++;
    }

    private int pair(int tag, int first, int second) throws IOException {
        String key = tag + " " + first + " " + second;
        Integer at = known.get(key);
        if (at != null) {
            return at;
        }
        pool.writeByte(tag);
        pool.writeShort(first);
        pool.writeShort(second);
        known.put(key, count);
        return count++;
    }

    private int member(int tag, String owner, String member, String descriptor) throws IOException {
        int type = classAt(owner);
        return pair(tag, type, pair(12, utf(member), utf(descriptor)));
    }
}
