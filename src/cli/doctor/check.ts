import type { Io } from "../io.ts";
import type { Settings } from "../../session/index.ts";

export interface Finding {
  readonly what: string;
  /** `off`: absent and not needed; `wrong`: requested but not working. */
  readonly state: "ok" | "off" | "wrong";
  readonly detail: string;
  /** What to do about it; empty if nothing. */
  readonly fix: string;
}

export interface Patient {
  readonly io: Io;
  readonly settings: Settings;
  /** Text of the project's `.env`. */
  readonly dotEnv: string;
}

/** Checks one aspect of the machine. Never prints a key. */
export type Check = (patient: Patient) => Promise<readonly Finding[]>;

export const ok = (what: string, detail: string): Finding => ({ what, state: "ok", detail, fix: "" });
