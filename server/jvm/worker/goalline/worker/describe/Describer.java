package goalline.worker.describe;

import goalline.worker.classes.ClassFile;
import goalline.worker.classes.ProjectLoader;
import goalline.worker.run.Outcomes;
import goalline.worker.wire.Output;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.Type;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Describes classes by reflection without running any of their code: the roots, what they mention, and supertypes. */
public final class Describer {
    private static final int CLASS = 0;
    private static final int INTERFACE = 1;
    private static final int ENUM = 2;
    private static final int RECORD = 3;
    private static final int ANNOTATION = 4;

    /** Packages of which the JDK has objects for every type. */
    private static final List<String> EVERYDAY =
            List.of("java.io.", "java.lang.", "java.nio.", "java.text.", "java.time.", "java.util.");

    private final ProjectLoader loader;
    private final Subclasses subclasses;
    private final Set<String> allowed;
    private final int depth;
    private final Output output;
    private final Deque<Class<?>> projectTypes = new ArrayDeque<>();
    private final Deque<Class<?>> jdkTypes = new ArrayDeque<>();
    private final Map<Class<?>, Integer> distance = new HashMap<>();
    /** JDK classes that a parameter names: their constructors and factories are described. */
    private final Set<Class<?>> asParameter = new HashSet<>();

    /** Classes asked for that name what is on no class path, each followed by what was thrown. */
    private final List<String> incomplete = new ArrayList<>();

    private int count;
    private int here;
    private final TypeWriter types;
    private final Annotations annotations;

    public Describer(ProjectLoader loader, Subclasses subclasses, List<String> allowed, int depth, Output output) {
        this.loader = loader;
        this.subclasses = subclasses;
        this.allowed = Set.copyOf(allowed);
        this.depth = depth;
        this.output = output;
        this.annotations = new Annotations(loader);
        this.types = new TypeWriter(output, type -> reach(type, here + 1));
    }

    public void describe(List<String> roots) {
        output.u32(0);
        int countAt = output.length() - 4;
        for (String root : roots) {
            reachByName(root, 0);
        }
        for (String name : new java.util.TreeSet<>(allowed)) {
            reachByName(name, depth);
        }
        drain(projectTypes);
        // Only now is it known which JDK classes stand as parameters.
        addWhatTheyGive();
        drain(jdkTypes);
        output.putU32(countAt, count);
        output.texts(incomplete);
    }

    private void reachByName(String name, int at) {
        try {
            reach(loader.find(name), at);
        } catch (ClassNotFoundException | LinkageError notThere) {
            // An opaque class: whoever mentions it can only be given null.
            return;
        }
    }

    /** What no test can name takes no part: a class without a name of its own. */
    private void reachMade(String name, int at) {
        try {
            Class<?> type = loader.find(name);
            if (!isJdk(type) && type.getCanonicalName() != null) {
                reach(type, at);
            }
        } catch (ClassNotFoundException | LinkageError notThere) {
            // It is made in vain.
        }
    }

    private void reach(Class<?> type, int at) {
        Class<?> element = type;
        while (element.isArray()) {
            element = element.getComponentType();
        }
        boolean isJdk = isJdk(element);
        if (element.isPrimitive() || distance.containsKey(element) || at > depth + (isJdk ? 1 : 0)) {
            return;
        }
        distance.put(element, at);
        (isJdk ? jdkTypes : projectTypes).add(element);
    }

    private void drain(Deque<Class<?>> queue) {
        while (!queue.isEmpty()) {
            Class<?> type = queue.poll();
            here = distance.get(type);
            int start = output.length();
            try {
                one(type);
                count++;
            } catch (LinkageError | TypeNotPresentException missing) {
                output.truncate(start);
                if (here == 0) {
                    incomplete.add(type.getName());
                    incomplete.add(missing.toString());
                }
            }
        }
    }

    /**
     * What the JDK only says how it looks has to be stood in for, and so has what that gives: a source of data, its
     * connection, the statement that the connection prepares.
     */
    private void addWhatTheyGive() {
        Deque<Class<?>> open = new ArrayDeque<>(asParameter);
        while (!open.isEmpty()) {
            Class<?> type = open.poll();
            if (!isStoodInFor(type)) {
                continue;
            }
            for (Method method : type.getMethods()) {
                Class<?> given = method.getReturnType();
                if (isStoodInFor(given) && asParameter.add(given)) {
                    open.add(given);
                }
            }
        }
    }

    /** Interfaces of the JDK that no class of its everyday packages implements. */
    private static boolean isStoodInFor(Class<?> type) {
        String name = type.getName();
        return type.isInterface()
                && isJdk(type)
                && EVERYDAY.stream().noneMatch(name::startsWith);
    }

    private static boolean isJdk(Class<?> type) {
        return type.getModule().isNamed();
    }

    private void one(Class<?> type) {
        boolean whole = !isJdk(type) || allowed.contains(type.getName()) || asParameter.contains(type);
        output.text(type.getName());
        output.optional(type.getCanonicalName());
        output.varint(type.getModifiers());
        output.u8(kind(type));
        output.u8(isSealed(type) ? 1 : 0);
        types.parameters(type.getTypeParameters());
        int at = here;
        here = at - 1; // supertypes are as near as the class itself
        output.u8(type.getGenericSuperclass() == null ? 0 : 1);
        if (type.getGenericSuperclass() != null) {
            types.write(type.getGenericSuperclass());
        }
        types.all(type.getGenericInterfaces());
        here = at;
        Class<?> outer = type.getDeclaringClass();
        output.optional(outer == null ? null : outer.getName());
        ClassFile file = isJdk(type) ? null : annotations.read(type.getName());
        executables(whole ? type.getDeclaredConstructors() : new Executable[0], type, file);
        executables(whole ? type.getDeclaredMethods() : new Executable[0], type, file);
        fields(whole ? type.getDeclaredFields() : new Field[0], type, file);
        output.texts(file == null ? List.of() : annotations.closed(file.annotations.get("")));
        TreeSet<String> casts = new TreeSet<>();
        TreeSet<String> texts = new TreeSet<>();
        if (file != null && here == 0) {
            // As near as parameters, so that what they hold is described, and what that gives.
            int near = Math.max(depth - 2, 1);
            Annotations.Neighbours neighbours = annotations.neighbours(type.getName(), file);
            neighbours.holders.forEach(name -> reachByName(name, near));
            casts.addAll(neighbours.casts);
            texts.addAll(neighbours.texts);
            casts.forEach(name -> reachByName(name, near));
            casts.addAll(file.casts);
            // What it makes and hands on is asked what it was made of: a query for its conditions.
            file.made.forEach(name -> reachMade(name, near));
            // What is cast to is looked at: what its setters take is described, too.
            file.casts.forEach(name -> reachByName(name, Math.max(depth - 1, 1)));
        }
        output.texts(List.copyOf(casts));
        output.texts(List.copyOf(texts));
        casts.forEach(name -> reachByName(name, depth));
        List<String> known = subclasses.of(type);
        output.texts(known);
        if (here < depth) {
            known.forEach(name -> reachByName(name, here + 1));
        }
    }

    /** Class.isSealed is there from JDK 17 on. */
    private static boolean isSealed(Class<?> type) {
        try {
            return (Boolean) Class.class.getMethod("isSealed").invoke(type);
        } catch (ReflectiveOperationException older) {
            return false;
        }
    }

    private static int kind(Class<?> type) {
        if (type.isAnnotation()) {
            return ANNOTATION;
        }
        if (type.isInterface()) {
            return INTERFACE;
        }
        if (type.isEnum()) {
            return ENUM;
        }
        Class<?> parent = type.getSuperclass();
        return parent != null && parent.getName().equals("java.lang.Record") ? RECORD : CLASS;
    }

    private void executables(Executable[] all, Class<?> owner, ClassFile file) {
        boolean jdk = isJdk(owner);
        if (!jdk) {
            Arrays.stream(all).forEach(one -> asParameter.addAll(Arrays.asList(one.getParameterTypes())));
        }
        List<Executable> kept = new ArrayList<>();
        for (Executable one : all) {
            boolean bridge = one instanceof Method && ((Method) one).isBridge();
            if (!one.isSynthetic() && !bridge && (!jdk || Modifier.isPublic(one.getModifiers()))) {
                kept.add(one);
            }
        }
        kept.sort(Comparator.comparing(Executable::getName).thenComparing(Describer::descriptor));
        output.varint(kept.size());
        for (Executable one : kept) {
            executable(one, file);
        }
    }

    public static String descriptor(Executable one) {
        Class<?> returns = one instanceof Method ? ((Method) one).getReturnType() : void.class;
        return Outcomes.descriptor(returns, one.getParameterTypes());
    }

    /** As its class file says: asked for its annotations, a class would run what these are made of. */
    private static boolean isDeprecated(Executable one, ClassFile file) {
        String name = one instanceof Constructor ? "<init>" : one.getName();
        return file != null && file.deprecated.contains(name + descriptor(one));
    }

    private void executable(Executable one, ClassFile file) {
        output.text(one instanceof Constructor ? "<init>" : one.getName());
        output.text(descriptor(one));
        output.varint(one.getModifiers() & 0xFFF & ~(0x40 | 0x80));
        output.u8((one.isVarArgs() ? 1 : 0)
                | (one instanceof Method && ((Method) one).isDefault() ? 2 : 0)
                | (isDeprecated(one, file) ? 4 : 0));
        types.parameters(one.getTypeParameters());
        types.all(parameters(one));
        List<String> names = new ArrayList<>();
        for (Parameter parameter : one.getParameters()) {
            if (parameter.isNamePresent()) {
                names.add(parameter.getName());
            }
        }
        output.texts(names.size() == one.getParameterCount() ? names : List.of());
        types.write(one instanceof Method ? ((Method) one).getGenericReturnType() : void.class);
        types.all(one.getGenericExceptionTypes());
    }

    /** Generic types where they are known for all parameters; hidden first ones come without. */
    private static Type[] parameters(Executable one) {
        Type[] raw = one.getParameterTypes();
        Type[] generic = one.getGenericParameterTypes();
        if (generic.length == raw.length) {
            return generic;
        }
        Type[] all = Arrays.copyOf(raw, raw.length, Type[].class);
        int hidden = raw.length - generic.length;
        if (hidden > 0) {
            System.arraycopy(generic, 0, all, hidden, generic.length);
        }
        return all;
    }

    private void fields(Field[] all, Class<?> owner, ClassFile file) {
        boolean jdk = isJdk(owner);
        List<Field> kept = new ArrayList<>();
        List<String> constants = new ArrayList<>();
        for (Field field : all) {
            if (!field.isSynthetic() && (!jdk || Modifier.isPublic(field.getModifiers()))) {
                kept.add(field);
                if (field.isEnumConstant()) {
                    constants.add(field.getName());
                }
            }
        }
        Map<String, Object> values = file == null ? Map.of() : file.constants;
        output.varint(kept.size());
        for (Field field : kept) {
            output.text(field.getName());
            output.varint(field.getModifiers() & 0xFFF);
            types.write(field.getGenericType());
            output.texts(file == null ? List.of() : annotations.closed(file.annotations.get(field.getName())));
            output.u8(file == null || isSet(field, file) ? 1 : 0);
            constant(values.get(field.getName()));
        }
        output.texts(constants);
    }

    private static boolean isSet(Field field, ClassFile file) {
        boolean isHolder = Modifier.isStatic(field.getModifiers()) && file.held.contains(field.getName());
        return Modifier.isStatic(field.getModifiers()) ? !isHolder : file.set.contains(field.getName());
    }

    private void constant(Object value) {
        if (value instanceof String) {
            output.u8(3);
            output.text((String) value);
        } else if (value instanceof Float || value instanceof Double) {
            output.u8(2);
            output.f64(((Number) value).doubleValue());
        } else if (value instanceof Number) {
            output.u8(1);
            output.zigzag(((Number) value).longValue());
        } else {
            output.u8(0);
        }
    }
}
