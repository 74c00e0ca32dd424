package goalline.worker.run;

import goalline.worker.classes.ProjectLoader;
import goalline.worker.mocks.Answers;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;

/**
 * Makes objects of interfaces and abstract classes whose abstract methods give fixed answers: proxies for interfaces,
 * compiled subclasses for abstract classes; decides no answers.
 */
public final class TestDoubles {
    /** Compiles a Java text against the plain set. */
    public interface TextCompiler {
        Map<String, byte[]> compile(String name, String text);
    }

    /** An order keeps its contract: it is not told by one answer. */
    private static final Comparator<Object> ORDER = Comparator.comparing(Object::toString);

    private final TextCompiler compiler;
    /** What the names of subclasses end with. */
    private static final String ENDING = "_TestDouble";

    /** Compiled subclasses by the abstract class's name, for all loaders. */
    private final Map<String, Map<String, byte[]>> compiled = new TreeMap<>();

    public TestDoubles(TextCompiler compiler) {
        this.compiler = compiler;
    }

    /** Forgets compiled subclasses: the classes they extend may have changed. */
    public void clear() {
        compiled.clear();
    }

    public Object create(
            Class<?> type, ProjectLoader loader, String testPackage, Answers answers, Object[] arguments)
            throws Throwable {
        if (type.isInterface()) {
            return Proxy.newProxyInstance(loader, new Class<?>[] {type}, new Handler(type, answers));
        }
        Class<?> subclass = subclass(type, loader, testPackage);
        Constructor<?> constructor =
                subclass.getDeclaredConstructor(java.util.function.Function.class, Object[].class);
        java.util.function.Function<String, Object> get = answers::get;
        return MethodHandles.privateLookupIn(subclass, MethodHandles.lookup())
                .unreflectConstructor(constructor)
                .invoke(get, widened(type, home(type, loader, testPackage), arguments));
    }

    private static String home(Class<?> type, ProjectLoader loader, String testPackage) {
        return type.getClassLoader() == loader ? type.getPackageName() : testPackage;
    }

    /** The arguments as the constructor's parameters take them: an {@code int} where a {@code long} is declared. */
    private static Object[] widened(Class<?> type, String home, Object[] arguments) throws Throwable {
        Class<?>[] parameters =
                SubclassText.chosen(type, type.getPackageName().equals(home)).getParameterTypes();
        Object[] widened = arguments.clone();
        for (int i = 0; i < widened.length && i < parameters.length; i++) {
            if (parameters[i].isPrimitive() && widened[i] != null) {
                MethodType from = MethodType.methodType(Object.class, widened[i].getClass());
                widened[i] = MethodHandles.identity(parameters[i]).asType(from).invoke(widened[i]);
            }
        }
        return widened;
    }

    /** Whether the class is a subclass that was written here: no test can name it. */
    static boolean isOurs(Class<?> type) {
        return type.getName().endsWith(ENDING);
    }

    private Class<?> subclass(Class<?> type, ProjectLoader loader, String testPackage) throws ClassNotFoundException {
        String simple = type.getName().replace('.', '_').replace('$', '_') + ENDING;
        String home = home(type, loader, testPackage);
        String name = home.isEmpty() ? simple : home + "." + simple;
        Map<String, byte[]> classes = compiled.get(type.getName());
        if (classes == null) {
            classes = compiler.compile(name, SubclassText.write(type, home, simple));
            compiled.put(type.getName(), classes);
        }
        loader.add(classes);
        return loader.find(name);
    }

    /** Answers the calls on a proxy. */
    private static final class Handler implements InvocationHandler {
        private final Class<?> type;
        private final Answers answers;

        public Handler(Class<?> type, Answers answers) {
            this.type = type;
            this.answers = answers;
        }

        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
            String descriptor = MethodType.methodType(method.getReturnType(), method.getParameterTypes())
                    .toMethodDescriptorString();
            String key = method.getName() + descriptor;
            if (answers.has(key)) {
                Object answer = answers.get(key);
                return answer == null ? zero(method.getReturnType()) : answer;
            }
            if (method.getDeclaringClass() == Object.class) {
                switch (method.getName()) {
                    case "equals":
                        return proxy == arguments[0];
                    case "hashCode":
                        return System.identityHashCode(proxy);
                    default:
                        return type.getName() + "@" + Integer.toHexString(System.identityHashCode(proxy));
                }
            }
            if (type == Comparator.class && method.getName().equals("compare")) {
                return ORDER.compare(arguments[0], arguments[1]);
            }
            return method.isDefault() ? asDeclared(proxy, method, arguments) : zero(method.getReturnType());
        }

        private static Object asDeclared(Object proxy, Method method, Object[] arguments) throws Throwable {
            Class<?> owner = method.getDeclaringClass();
            MethodHandles.Lookup own = MethodHandles.lookup();
            MethodHandles.Lookup lookup =
                    owner.getModule().isNamed() ? own : MethodHandles.privateLookupIn(owner, own);
            return lookup.findSpecial(
                            owner,
                            method.getName(),
                            MethodType.methodType(method.getReturnType(), method.getParameterTypes()),
                            owner)
                    .bindTo(proxy)
                    .invokeWithArguments(arguments == null ? new Object[0] : arguments);
        }
    }

    /** What a method that is not answered returns. */
    public static Object zero(Class<?> type) {
        return type == void.class || !type.isPrimitive()
                ? null
                : java.lang.reflect.Array.get(java.lang.reflect.Array.newInstance(type, 1), 0);
    }
}
