import { createHash, randomUUID } from "node:crypto";
import { link, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { canonical, isObject, UserError, makeFolder } from "../../lib/index.ts";
import type { ErrorType, MessagesRequest, MessagesResponse } from "../../messages/index.ts";

/** One exchange, in a file that people can read, change and commit. */
export interface Recording {
  readonly request: MessagesRequest;
  readonly answer?: MessagesResponse;
  readonly error?: {
    readonly type: ErrorType;
    readonly message: string;
    readonly status: number;
    /** Seconds. */
    readonly retry_after?: number;
  };
  /** Until the first and the last event. */
  readonly milliseconds: { readonly first: number; readonly last: number };
}

/** The part of a request that determines the answer, as text: without stream, metadata and service tier. */
export function essence(request: MessagesRequest): string {
  const { stream: _stream, metadata: _metadata, service_tier: _tier, ...rest } = request;
  return canonical(JSON.parse(JSON.stringify(rest))); // as it is in a file, without fields that are undefined
}

const wrong = (file: string, cause?: unknown): UserError =>
  new UserError(
    "recording",
    `${file} is not a recording of an exchange.`,
    "Record it again, or remove it from the folder.",
    {
      place: { file },
      cause,
    },
  );

/** All recordings of a folder in name order; none without the folder. Throws UserError for a wrong file. */
export async function readRecordings(folder: string): Promise<readonly Recording[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (isObject(error) && error["code"] === "ENOENT") return [];
    throw error;
  });
  const stems = names.filter((name) => name.endsWith(".json")).map((name) => name.slice(0, -".json".length));
  return Promise.all(stems.toSorted().map((stem) => readRecording(join(folder, `${stem}.json`))));
}

async function readRecording(file: string): Promise<Recording> {
  let value: unknown;
  try {
    value = JSON.parse(await readFile(file, "utf8"));
  } catch (cause) {
    throw wrong(file, cause);
  }
  const { request, answer, error, milliseconds = { first: 0, last: 0 } } = isObject(value) ? value : {};
  if (!isObject(request) || !Array.isArray(request["messages"])) throw wrong(file);
  if (!(isObject(answer) && Array.isArray(answer["content"])) && !isObject(error)) throw wrong(file);
  return { ...(value as Recording), milliseconds: milliseconds as Recording["milliseconds"] }; // `legal` checks the answer
}

/**
 * Creates the folder of recordings and tests that it is writable, before the first exchange.
 * @throws UserError `record_folder`
 */
export async function checkFolder(folder: string): Promise<void> {
  const probe = join(folder, `.${randomUUID()}.tmp`);
  try {
    await makeFolder(folder);
    await writeFile(probe, "", { flag: "wx" });
    await rm(probe);
  } catch (cause) {
    const why = isObject(cause) && typeof cause["code"] === "string" ? ` (${cause["code"]})` : "";
    const fix = "Give the recordings another folder.";
    throw new UserError("record_folder", `Nothing can be written into ${folder}${why}.`, fix, { cause });
  }
}

/** Writes one file atomically; a second recording of the same request is added beside the first. Returns the path. */
export async function writeRecording(folder: string, recording: Recording): Promise<string> {
  await makeFolder(folder);
  const hash = createHash("sha256").update(essence(recording.request)).digest("hex").slice(0, 8);
  const whole = join(folder, `.${randomUUID()}.tmp`);
  await writeFile(whole, `${JSON.stringify(recording, undefined, 2)}\n`, { flag: "wx" });
  try {
    for (let n = 1; ; n++) {
      const file = join(
        folder,
        `${slug(recording.request)}-${hash}${n > 1 ? `.${String(n).padStart(3, "0")}` : ""}.json`,
      );
      if (await linked(whole, file)) return file;
    }
  } finally {
    await rm(whole, { force: true });
  }
}

const linked = (from: string, to: string): Promise<boolean> =>
  link(from, to).then(
    () => true,
    (error: unknown) => {
      if (isObject(error) && error["code"] === "EEXIST") return false;
      throw error;
    },
  );

/** A few words of the last message; no other part of a conversation is used in a file name. */
function slug({ messages }: MessagesRequest): string {
  const content = messages.at(-1)?.content ?? "";
  const first =
    typeof content === "string"
      ? content
      : content.flatMap((b) => ("text" in b && typeof b.text === "string" ? [b.text] : [b.type])).join(" ");
  const words = first.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
  return words.slice(0, 40).replaceAll(/^-+|-+$/g, "") || "exchange";
}
