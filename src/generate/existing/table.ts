import { table } from "../../lib/index.ts";
import type { Files } from "../../workspace/index.ts";
import { answeredIn } from "../history.ts";
import type { Into, Request } from "./setting.ts";

/** Supported frameworks by name. Of applications equally near to the working folder, the first framework's is used. */
export const existing = table({
  nestjs: () => import("./frameworks/nestjs.ts"),
  express: () => import("./frameworks/express.ts"),
  fastapi: () => import("./frameworks/fastapi.ts"),
});

/**
 * Generates resources into an existing application: places them like its own files and mounts them with a minimal edit.
 */
export async function generateInto(files: Files, request: Request): Promise<Into> {
  const { framework } = request.variant;
  if (!existing.has(framework)) throw new Error(`Resources go into no ${framework} application.`);
  const result = await (await existing.load(framework)).into(files, request);
  return { ...result, files: [...result.files, ...(await answeredIn(files, request.previous, request))] };
}
