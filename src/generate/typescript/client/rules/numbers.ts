/** Rules of numbers; what is none is no matter. */
export const numbers = String.raw`//# min
export const min = (value: unknown, least: number): boolean =>
  (typeof value !== "number" && typeof value !== "bigint") || value >= least || wrong("must be at least " + least);
//# max
export const max = (value: unknown, most: number): boolean =>
  (typeof value !== "number" && typeof value !== "bigint") || value <= most || wrong("must be at most " + most);
//# above
export const above = (value: unknown, bound: number): boolean =>
  (typeof value !== "number" && typeof value !== "bigint") || value > bound || wrong("must be more than " + bound);
//# below
export const below = (value: unknown, bound: number): boolean =>
  (typeof value !== "number" && typeof value !== "bigint") || value < bound || wrong("must be less than " + bound);
//# step
export function step(value: unknown, size: number): boolean {
  if (typeof value !== "number") return true;
  const ratio = value / size;
  return Math.abs(ratio - Math.round(ratio)) < 1e-9 * Math.max(1, Math.abs(ratio)) || wrong("must be a multiple of " + size);
}
`;
