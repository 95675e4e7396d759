import { ApiError } from "../messages/index.ts";
import type { Model } from "./model.ts";

/** Whether a model forwards requests for a name unchanged; false for an unknown name. Throws no ApiError. */
export async function forwards(model: Pick<Model, "forwards">, name: string): Promise<boolean> {
  try {
    return (await model.forwards?.(name)) ?? false;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}
