import { lastName } from "../lib/index.ts";

/** What tests and their sources are called alike: `cart_test.go`, `test_cart.py`, `cart.js`. */
export const stemOf = (path: string): string =>
  path.replace(/^.*\//, "").replaceAll(/^test[_-]|[._-](?:test|spec)(?=\.)|\.\w+$/g, "");

/** What callers call a function: a default export has its file's name for them. */
export const shortName = (file: string, name: string): string =>
  name === "default" ? stemOf(file) : lastName(name);
