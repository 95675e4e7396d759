import { timingSafeEqual } from "node:crypto";

/** Whether two secrets are equal, in a time that doesn't depend on where they differ. */
export const isSameSecret = (bytes: Buffer, known: Buffer): boolean =>
  bytes.length === known.length && timingSafeEqual(bytes, known);
