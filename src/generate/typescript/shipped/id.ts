import { randomUUID } from "node:crypto";
import { Problem } from "./problem.ts";

let last = 0;
let counter = 0;

/** A UUID (version 7) greater than all before it in this process, so that ids sort in order of creation. */
export function newId(): string {
  const now = Date.now();
  counter = now > last ? 0 : counter + 1;
  // The counter fills twelve bits; beyond them the next millisecond is borrowed.
  last = Math.max(now, last) + (counter >> 12);
  counter &= 0xfff;
  const time = last.toString(16).padStart(12, "0");
  const random = randomUUID().slice(19);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counter.toString(16).padStart(3, "0")}-${random}`;
}

/** The id in a path; one that could be nobody's is not found, like one that is nobody's. */
export function idFrom({ id }: { readonly id?: unknown }): string {
  if (typeof id === "string" && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id)) return id.toLowerCase();
  throw new Problem(404);
}
