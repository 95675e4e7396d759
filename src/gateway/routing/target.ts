import type { Model } from "../../models/index.ts";
import type { Breaker } from "./breaker.ts";

/** One of those that a route asks. */
export interface Target {
  readonly upstream: string;
  readonly model: string;
  readonly weight: number;
  readonly source: Model;
  readonly breaker: Breaker;
}
