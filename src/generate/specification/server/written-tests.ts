import type { SpecTest, TestRequest } from "../../../api/index.ts";

const names = ({ path }: TestRequest, n: number): boolean =>
  path.some((piece) => typeof piece === "object" && piece.request === n);

/** Returns whether a path of a test names what its nth earlier request made. */
export const isNamed = ({ before, request }: SpecTest, n: number): boolean =>
  [...before.slice(n + 1), request].some((later) => names(later, n));

/** Returns whether a test depends on stored records, which must then be those of the seeds. */
export const needsSeeds = ({ before, status }: SpecTest): boolean =>
  before.length > 0 || status < 300 || status === 404;
