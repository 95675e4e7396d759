import type { Io } from "../io.ts";
import type { Settings } from "../../session/index.ts";

export interface Finding {
  readonly what: string;
  /** `off`: not there and not needed; `wrong`: what was asked for doesn't work. */
  readonly state: "ok" | "off" | "wrong";
  readonly detail: string;
  /** What to do about it; empty where nothing is to be done. */
  readonly fix: string;
}

export interface Patient {
  readonly io: Io;
  readonly settings: Settings;
  /** Text of the project's `.env`. */
  readonly dotEnv: string;
}

/** Looks at one side of the machine. Never prints a key. */
export type Check = (patient: Patient) => Promise<readonly Finding[]>;

export const ok = (what: string, detail: string): Finding => ({ what, state: "ok", detail, fix: "" });
