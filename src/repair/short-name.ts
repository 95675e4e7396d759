import { lastName } from "../lib/index.ts";

/** The name that tests and their sources share: `cart_test.go`, `test_cart.py`, `cart.js`, `cart/index.js`. */
export const stemOf = (path: string): string =>
  path
    .replace(/\/(?:index|__init__|mod)\.\w+$/, ".js")
    .replace(/^.*\//, "")
    .replaceAll(/^test[_-]|[._-](?:test|spec)(?=\.)|\.\w+$/g, "");

/** The name by which callers know a function: for a default export, the file's name. */
export const shortName = (file: string, name: string): string =>
  name === "default" ? stemOf(file) : lastName(name);
