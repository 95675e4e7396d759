/** What Python's own classes and its abstract containers are, too: the next above each. */
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

/** Whether a class of Python's own is also another of them. */
export const isAlso = (name: string, other: string): boolean =>
  name === other || (Object.hasOwn(above, name) && (above[name] ?? []).some((next) => isAlso(next, other)));

const scalars = new Set("string number boolean bigint symbol undefined null void never".split(" "));
export const isScalar = (name: string): boolean => scalars.has(name);

/** Classes that every JavaScript has: no other name stands for them. */
export const isScripts = (name: string): boolean =>
  /^[A-Z]/.test(name) && typeof (globalThis as Record<string, unknown>)[name] === "function"; // its own table of them
