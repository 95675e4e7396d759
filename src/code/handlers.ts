const everything = new Set(["Exception", "BaseException", "*"]);
/** Python errors that `except Exception` doesn't catch. */
const outside = new Set([
  "SystemExit",
  "KeyboardInterrupt",
  "GeneratorExit",
  "CancelledError",
  "BaseException",
]);

/** Whether a handler of this name catches every error. */
export const isForAll = (handler: string): boolean => everything.has(handler);

/** Whether a catch-all handler catches an error of this type. */
export const takesAny = (handler: string, type: string): boolean =>
  handler !== "Exception" || !outside.has(type);

/** Base classes of Python's own errors, as far as handlers name them, nearest first. */
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
