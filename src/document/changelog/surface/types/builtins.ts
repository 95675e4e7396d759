/** The direct base of Python's builtin classes and abstract containers. */
const above: Readonly<Record<string, readonly string[] | undefined>> = {
  bool: ["int"],
  int: ["float"],
  float: ["complex"],
  list: ["MutableSequence"],
  MutableSequence: ["Sequence"],
  tuple: ["Sequence"],
  str: ["Sequence"],
  bytes: ["Sequence"],
  Sequence: ["Reversible", "Collection"],
  dict: ["MutableMapping"],
  OrderedDict: ["dict"],
  defaultdict: ["dict"],
  MutableMapping: ["Mapping"],
  Mapping: ["Collection"],
  set: ["MutableSet"],
  MutableSet: ["AbstractSet"],
  frozenset: ["AbstractSet"],
  AbstractSet: ["Collection"],
  Collection: ["Iterable", "Sized", "Container"],
  Reversible: ["Iterable"],
  Generator: ["Iterator"],
  Iterator: ["Iterable"],
  AsyncGenerator: ["AsyncIterator"],
  AsyncIterator: ["AsyncIterable"],
  Coroutine: ["Awaitable"],
  PathLike: [],
  Path: ["PathLike"],
  None: [],
  complex: [],
  Iterable: [],
  Sized: [],
  Container: [],
  AsyncIterable: [],
  Awaitable: [],
  bytearray: ["MutableSequence"],
  BaseException: [],
  Exception: ["BaseException"],
  KeyboardInterrupt: ["BaseException"],
  OSError: ["Exception"],
  LookupError: ["Exception"],
  ArithmeticError: ["Exception"],
  KeyError: ["LookupError"],
  IndexError: ["LookupError"],
  NotImplementedError: ["RuntimeError"],
  RecursionError: ["RuntimeError"],
  UnicodeError: ["ValueError"],
  UnicodeDecodeError: ["UnicodeError"],
  UnicodeEncodeError: ["UnicodeError"],
  ModuleNotFoundError: ["ImportError"],
  ZeroDivisionError: ["ArithmeticError"],
  OverflowError: ["ArithmeticError"],
  ConnectionError: ["OSError"],
  FileNotFoundError: ["OSError"],
  FileExistsError: ["OSError"],
  PermissionError: ["OSError"],
  TimeoutError: ["OSError"],
  IOError: ["OSError"],
  ...Object.fromEntries(
    "ValueError TypeError RuntimeError AttributeError ImportError NameError SyntaxError AssertionError EOFError StopIteration StopAsyncIteration Warning"
      .split(" ")
      .map((name) => [name, ["Exception"]]),
  ),
};

export const isPythons = (name: string): boolean => Object.hasOwn(above, name);

/** Whether a builtin Python class is a subclass of another. */
export const isAlso = (name: string, other: string): boolean =>
  name === other || (Object.hasOwn(above, name) && (above[name] ?? []).some((next) => isAlso(next, other)));

const scalars = new Set("string number boolean bigint symbol undefined null void never".split(" "));
export const isScalar = (name: string): boolean => scalars.has(name);

/** Whether a name is a class that every JavaScript engine has and that isn't an alias. */
export const isScripts = (name: string): boolean =>
  /^[A-Z]/.test(name) && typeof (globalThis as Record<string, unknown>)[name] === "function"; // the engine's own table of classes
