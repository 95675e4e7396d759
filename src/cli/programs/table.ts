import { table } from "../../lib/index.ts";
import type { Program } from "./program.ts";

/** What `antiphon <name>` can run besides slash commands: one file and one line each. */
export const programs = table<Program, string>({
  init: () => import("./init.ts"),
  connect: () => import("./connect.ts"),
  doctor: () => import("./doctor.ts"),
  tokens: () => import("./tokens.ts"),
  sessions: () => import("./sessions.ts"),
  mcp: () => import("./mcp.ts"),
  completion: () => import("./completion.ts"),
  explain: () => import("./explain.ts"),
  config: () => import("./config.ts"),
  keys: () => import("./keys.ts"),
  "upstream-keys": () => import("./upstream-keys.ts"),
  limits: () => import("./limits.ts"),
  usage: () => import("./usage.ts"),
  serve: () => import("./serve.ts"),
  version: () => import("./version.ts"),
});
