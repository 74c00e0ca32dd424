package goalline.worker.run;

import goalline.worker.Main;
import goalline.worker.classes.HolderMethods;
import goalline.worker.classes.ProjectLoader;
import goalline.worker.mocks.Answers;
import goalline.worker.mocks.Mock;
import goalline.worker.mocks.Mocks;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** Types and callables resolved in one class loader, each on first use; calling them is the runner's part. */
public final class Linkage {
    /** A callable or type that cannot be used from a test; says why. */
    public static final class Unlinkable extends RuntimeException {
        private static final long serialVersionUID = 1;

        public Unlinkable(String reason) {
            super(reason, null, false, false);
        }
    }

    /** Up to this many arguments a handle takes them one by one, above it as one array. */
    public static final int DIRECT = 4;

    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

    public final ProjectLoader loader;
    private final Links links;
    private final TestDoubles testDoubles;
    private final Mocks mocks = new Mocks();
    /** What tests put into static fields for their own time. */
    public final Holders holders = new Holders();
    /** Whether a thread of the project's was left by a test in this loader. */
    public boolean hasLeftThread;

    public MethodHandle[] handles;
    private boolean[] initialised = {};
    private Class<?>[] types;

    public Linkage(ProjectLoader loader, Links links, TestDoubles testDoubles) {
        this.loader = loader;
        this.links = links;
        this.testDoubles = testDoubles;
        this.handles = new MethodHandle[links.callables.length];
        this.types = new Class<?>[links.types.length];
    }

    public MethodHandle handle(int id) {
        if (id < handles.length && handles[id] != null) {
            return handles[id];
        }
        if (id >= handles.length) {
            handles = Arrays.copyOf(handles, links.callables.length);
        }
        MethodHandle handle = link(links.callables[id]);
        handles[id] = handle;
        return handle;
    }

    /** Runs the static initialisers that a call would run, where they did not; fails as the call would. */
    public void initialise(int id) {
        if (id < initialised.length && initialised[id]) {
            return;
        }
        handle(id);
        if (id >= initialised.length) {
            initialised = Arrays.copyOf(initialised, links.callables.length);
        }
        initialised[id] = true;
        Links.Callable callable = links.callables[id];
        if (callable.kind == Links.CONSTRUCTOR || callable.kind == Links.STATIC_METHOD) {
            try {
                Class.forName(callable.declaredIn, true, loader);
            } catch (ClassNotFoundException missing) {
                throw new Unlinkable("class " + callable.declaredIn + " is not on the class path");
            }
        }
    }

    /** The class that a call asks for something; null where it reads a field. */
    public Class<?> asked(int id) {
        Links.Callable callable = links.callables[id];
        boolean isCalled = callable.kind == Links.STATIC_METHOD || callable.kind == Links.METHOD;
        try {
            return isCalled ? Class.forName(callable.declaredIn, false, loader) : null;
        } catch (ClassNotFoundException missing) {
            return null;
        }
    }

    public Class<?> type(int id) {
        if (id < types.length && types[id] != null) {
            return types[id];
        }
        if (id >= types.length) {
            types = Arrays.copyOf(types, links.types.length);
        }
        Class<?> type = byDescriptor(links.types[id]);
        types[id] = type;
        return type;
    }

    /** A new object whose abstract methods give the answers; a constructor without arguments gets null and zero. */
    public Object testDouble(int type, Answers answers, Object[] arguments) throws Throwable {
        return testDoubles.create(type(type), loader, links.testPackage, answers, arguments);
    }

    /** A new mock, made by this statement. */
    public Mock mock(int type, int var, Answers answers) throws ReflectiveOperationException {
        try {
            return mocks.create(type(type), loader, links.testPackage, var, answers);
        } catch (LinkageError problem) {
            throw new Unlinkable(links.types[type] + ": " + problem);
        }
    }

    private Class<?> byDescriptor(String descriptor) {
        try {
            return MethodType.fromMethodDescriptorString("()" + descriptor, loader).returnType();
        } catch (TypeNotPresentException missing) {
            throw new Unlinkable("class " + missing.typeName() + " is not on the class path");
        }
    }

    private MethodHandle link(Links.Callable callable) {
        try {
            MethodHandle raw = find(callable).asFixedArity();
            int arity = raw.type().parameterCount();
            MethodHandle generic = raw.asType(MethodType.genericMethodType(arity));
            return arity <= DIRECT ? generic : generic.asSpreader(Object[].class, arity);
        } catch (ReflectiveOperationException | LinkageError | TypeNotPresentException problem) {
            throw new Unlinkable(callable.owner + "." + callable.name + ": " + problem);
        }
    }

    private MethodHandle find(Links.Callable callable) throws ReflectiveOperationException {
        Class<?> declaring = loader.find(callable.declaredIn);
        switch (callable.kind) {
            case Links.CONSTRUCTOR: {
                MethodType type = MethodType.fromMethodDescriptorString(callable.descriptor, loader);
                Constructor<?> constructor = declaring.getDeclaredConstructor(type.parameterArray());
                return lookup(declaring, constructor.getModifiers()).unreflectConstructor(constructor);
            }
            case Links.METHOD:
            case Links.STATIC_METHOD: {
                MethodType type = MethodType.fromMethodDescriptorString(callable.descriptor, loader);
                return method(callable, declaring, type);
            }
            case Links.FIELD_READ:
            case Links.STATIC_FIELD_READ: {
                Field field = declaring.getDeclaredField(callable.name);
                return lookup(declaring, field.getModifiers()).unreflectGetter(field);
            }
            case Links.HELD_FIELD:
                return holders.setter(declaring.getDeclaredField(callable.name));
            case Links.HELD_BY_METHOD: {
                MethodType type = MethodType.fromMethodDescriptorString(callable.descriptor, loader);
                MethodHandle clear = clearing(callable, declaring);
                return holders.caller(method(callable, declaring, type), clear);
            }
            default: {
                Field field = declaring.getDeclaredField(callable.name);
                return lookup(declaring, field.getModifiers()).unreflectSetter(field);
            }
        }
    }

    private static MethodHandle clearing(Links.Callable callable, Class<?> declaring)
            throws ReflectiveOperationException {
        if (declaring == System.class) {
            return LOOKUP.findStatic(Main.class, "restoreStreams", MethodType.methodType(void.class));
        }
        Map<String, Method> all = new HashMap<>();
        for (Method method : declaring.getDeclaredMethods()) {
            if (Modifier.isStatic(method.getModifiers())
                    && method.getParameterCount() == 0
                    && method.getReturnType() == void.class) {
                all.put(method.getName(), method);
            }
        }
        Method found = all.get(HolderMethods.clearing(callable.name, all::containsKey));
        if (found == null) {
            throw new NoSuchMethodException("nothing takes away what " + callable.name + " puts down");
        }
        return lookup(declaring, found.getModifiers()).unreflect(found);
    }

    private MethodHandle method(Links.Callable callable, Class<?> declaring, MethodType type)
            throws ReflectiveOperationException {
        Method found = null;
        for (Method method : declaring.getDeclaredMethods()) {
            if (method.getName().equals(callable.name)
                    && method.getReturnType() == type.returnType()
                    && Arrays.equals(method.getParameterTypes(), type.parameterArray())) {
                found = method;
            }
        }
        if (found == null) {
            throw new NoSuchMethodException(callable.descriptor);
        }
        if (declaring.getModule().isNamed() && !isPublic(declaring)) {
            // A public class of the JDK inherits it from a hidden one: StringBuilder.setLength.
            Class<?> owner = loader.find(callable.owner);
            return Modifier.isStatic(found.getModifiers())
                    ? LOOKUP.findStatic(owner, callable.name, type)
                    : LOOKUP.findVirtual(owner, callable.name, type);
        }
        return lookup(declaring, found.getModifiers()).unreflect(found);
    }

    /** Our own rights where they suffice; else those of the class, which only classes outside the JDK give. */
    private static MethodHandles.Lookup lookup(Class<?> declaring, int modifiers) throws IllegalAccessException {
        boolean open = Modifier.isPublic(modifiers) && isPublic(declaring);
        if (open || declaring.getModule().isNamed()) {
            return LOOKUP;
        }
        return MethodHandles.privateLookupIn(declaring, LOOKUP);
    }

    private static boolean isPublic(Class<?> type) {
        for (Class<?> at = type; at != null; at = at.getDeclaringClass()) {
            if (!Modifier.isPublic(at.getModifiers())) {
                return false;
            }
        }
        return true;
    }
}
