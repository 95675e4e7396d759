import { ApiError, checkSchemas, keepEstimate, type MessagesRequest } from "../../messages/index.ts";
import { isCheap } from "../../schema/index.ts";
import { parseJson } from "../json.ts";
import { readRequest, type About, type ReadBody } from "./jobs.ts";
import type { Work, WorkFor } from "./pool.ts";

/** Maximum bytes of a body parsed on the main thread, where a worker's overhead would cost more. */
const small = 16 << 10;

/** Characters kept of schema sets already found valid, as JSON. */
const mostKnown = 8 << 20;

type ReadBytes = (bytes: Buffer, about: About, by: WorkFor) => Promise<ReadBody>;

/**
 * Creates a reader of bodies, which parses larger ones in worker threads.
 * @param forwards Whether a model's requests reach a service that may know fields unknown here.
 */
export function bodyReader(
  work: Work,
  forwards: (model: string) => Promise<boolean> = async () => false,
): ReadBytes {
  const known = new Set<string>();
  let characters = 0;
  const checked = async (request: MessagesRequest, by: WorkFor): Promise<void> => {
    const { tools, output_config } = request;
    if (!tools?.length && !output_config?.format) return;
    const schemas = { ...(tools && { tools }), ...(output_config && { output_config }) };
    const key = JSON.stringify(schemas);
    if (known.has(key)) return;
    if (isCheap(key)) await checkSchemas(request, () => Promise.resolve());
    else await work.run("schemas", schemas, by);
    if (characters + key.length > mostKnown) {
      known.clear();
      characters = 0;
    }
    known.add(key);
    characters += key.length;
  };
  const read: ReadBytes = async (bytes, about, by) => {
    if (bytes.length > small) return work.run("read", { bytes, about }, by);
    const found = readRequest(parseJson(bytes), about);
    await checked(found.request, by);
    return found;
  };
  return async (...args) => {
    const found = await read(...args);
    if ("estimate" in found && found.estimate) keepEstimate(found.request, found.estimate);
    if ("unknown" in found && found.unknown !== undefined && !(await forwards(found.request.model)))
      throw new ApiError("invalid_request_error", found.unknown);
    return found;
  };
}
