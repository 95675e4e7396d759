import { once, supplyPackages } from "../lib/index.ts";
import type { Ask } from "../session/index.ts";
import type { Io } from "./io.ts";

/** Asks for and installs the packages that a line needs; the installer is loaded with the first one. */
export function supplyFor(io: Io, ask: Ask | undefined): void {
  const supplier = once(async () => (await import("./packages.ts")).supplierFor(io, ask));
  supplyPackages(async (name) => (await supplier())(name));
}
