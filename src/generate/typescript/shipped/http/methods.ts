// Each project has a file of its own here, made from its specification; so code beside it is checked against this.
import type { IncomingMessage } from "node:http";
import { Problem } from "../problem.ts";

/** A path that is there, but not by this method. */
export class NotAllowed extends Problem {
  readonly methods: readonly string[] = [];
}

/** Why no route takes a request: its path is none, or is asked by another method than it has. */
export const unserved = (_request: IncomingMessage): Problem => new Problem(404);
