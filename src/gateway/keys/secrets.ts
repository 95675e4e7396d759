import { timingSafeEqual } from "node:crypto";

/** Whether two secrets are equal, in a time that doesn't depend on where they differ. */
export const isSameSecret = (given: Buffer, known: Buffer): boolean =>
  given.length === known.length && timingSafeEqual(given, known);
