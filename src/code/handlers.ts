/** Handlers that take everything, and what Python's own classes extend. */
const everything = new Set(["Exception", "BaseException", "*"]);
/** What Python's `Exception` doesn't take. */
const outside = new Set([
  "SystemExit",
  "KeyboardInterrupt",
  "GeneratorExit",
  "CancelledError",
  "BaseException",
]);

/** Whether a handler of this name is one for everything. */
export const isForAll = (handler: string): boolean => everything.has(handler);

/** Whether a handler for everything takes an error of this type. */
export const takesAny = (handler: string, type: string): boolean =>
  handler !== "Exception" || !outside.has(type);

/** The classes above those that Python itself raises, as far as handlers name them, the nearest first. */
export const pythonBases: Readonly<Record<string, readonly string[]>> = {
  KeyError: ["LookupError"],
  IndexError: ["LookupError"],
  UnicodeDecodeError: ["UnicodeError", "ValueError"],
  UnicodeEncodeError: ["UnicodeError", "ValueError"],
  UnicodeError: ["ValueError"],
  JSONDecodeError: ["ValueError"],
  ModuleNotFoundError: ["ImportError"],
  FileNotFoundError: ["OSError", "IOError"],
  FileExistsError: ["OSError", "IOError"],
  PermissionError: ["OSError", "IOError"],
  ConnectionError: ["OSError"],
  TimeoutError: ["OSError"],
  ZeroDivisionError: ["ArithmeticError"],
  OverflowError: ["ArithmeticError"],
  NotImplementedError: ["RuntimeError"],
  RecursionError: ["RuntimeError"],
};
