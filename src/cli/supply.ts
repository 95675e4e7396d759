import { once, supplyPackages } from "../lib/index.ts";
import type { Ask } from "../session/index.ts";
import type { Io } from "./io.ts";

/** Packages that a line needs are asked for and installed; what does so is loaded with the first of them. */
export function supplyFor(io: Io, ask: Ask | undefined): void {
  const supplier = once(async () => (await import("./packages.ts")).supplierFor(io, ask));
  supplyPackages(async (name) => (await supplier())(name));
}
