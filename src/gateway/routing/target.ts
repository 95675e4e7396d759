import type { MessagesRequest } from "../../messages/index.ts";
import type { CallContext, Model } from "../../models/index.ts";
import type { Breaker } from "./breaker.ts";

export interface Asked {
  readonly request: MessagesRequest;
  readonly context: CallContext;
}

export interface Target {
  readonly upstream: string;
  readonly model: string;
  readonly weight: number;
  readonly source: Model;
  readonly breaker: Breaker;
}
