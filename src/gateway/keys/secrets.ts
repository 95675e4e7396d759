import { timingSafeEqual } from "node:crypto";

/** Compares two secrets in constant time. */
export const isSameSecret = (bytes: Buffer, known: Buffer): boolean =>
  bytes.length === known.length && timingSafeEqual(bytes, known);
