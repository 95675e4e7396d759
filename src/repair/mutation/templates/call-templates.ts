/** Common functions to pass a value to. */
export const wraps = {
  python: [
    "abs",
    "len",
    "int",
    "str",
    "set",
    "sorted",
    "list",
    "sum",
    "float",
    "max",
    "min",
    "round",
    "not ",
  ],
  javascript: ["Math.abs", "Math.floor", "Math.ceil", "Math.round", "Number", "String", "!", "await "],
} as const;

export const methods = {
  python: [
    ".lower()",
    ".upper()",
    ".strip()",
    ".copy()",
    ".split()",
    ".swapcase()",
    ".title()",
    ".capitalize()",
    ".items()",
    ".values()",
  ],
  javascript: [
    ".toLowerCase()",
    ".toUpperCase()",
    ".trim()",
    ".toString()",
    ".reverse()",
    ".length",
    ".slice()",
  ],
} as const;
