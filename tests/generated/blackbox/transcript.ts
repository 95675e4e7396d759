/** Plays requests against a server, and writes down what it answered in words that every server shares. */
import { accountOf, namesOf, type ApiDefinition, type Call } from "../../../src/api/index.ts";
import { isObject, type Json } from "../../../src/lib/index.ts";
import { tokens } from "./tokens.ts";

/** Requests that belong together: `before` prepares, then each of `calls` is written down. */
export interface Scenario {
  readonly name: string;
  readonly before: readonly Call[];
  readonly calls: readonly Call[];
}

/** One answer: ids are numbered as they appear, and times of now have no digits. */
export interface Entry {
  readonly request: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Json;
}

const recorded = ["content-type", "x-total-count", "www-authenticate", "allow"] as const;

const uuid = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/gi;
const time = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;
const jwt = /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/;
const day = 86_400_000;

/** Says alike what differs from run to run. */
class Names {
  private readonly ids = new Map<string, string>();

  text(text: string): string {
    if (time.test(text) && Math.abs(Date.parse(text) - Date.now()) < day) return "<now>";
    if (jwt.test(text)) return "<token>";
    if (text === new Date().toISOString().slice(0, 10)) return "<today>";
    return text.replaceAll(uuid, (id) => {
      const key = id.toLowerCase();
      const name = this.ids.get(key) ?? `<id ${this.ids.size + 1}>`;
      this.ids.set(key, name);
      return name;
    });
  }

  value(value: Json): Json {
    if (typeof value === "string") return this.text(value);
    if (Array.isArray(value)) return value.map((item) => this.value(item));
    if (!isObject(value)) return value;
    const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(members.map(([name, member]) => [name, this.value(member as Json)])); // of an answer
  }
}

/** Errors have no order. */
function unordered(body: Json): Json {
  if (!isObject(body) || !Array.isArray(body["errors"])) return body;
  const errors = body["errors"].toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  return { ...body, errors };
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Json;
}

async function send(base: string, call: Call): Promise<Answer> {
  const { method, path, body, raw, token = "valid" } = call;
  const authorization = tokens[token];
  const type = raw ? raw.contentType : body === undefined ? undefined : "application/json";
  const response = await fetch(base + path, {
    method: method.toUpperCase(),
    redirect: "manual",
    headers: { ...(authorization ? { authorization } : {}), ...(type ? { "content-type": type } : {}) },
    ...(raw ? { body: Buffer.from(raw.text.repeat(raw.repeat ?? 1)) } : {}),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: parsed(text) };
}

function parsed(text: string): Json {
  if (!text) return null;
  try {
    return JSON.parse(text) as Json; // JSON.parse gives JSON
  } catch {
    return text;
  }
}

/** Puts members of earlier answers in the place of `{{task.id}}`. */
const filled = <Value extends Json | undefined>(value: Value, known: ReadonlyMap<string, Json>): Value =>
  value === undefined
    ? value
    : (JSON.parse(
        JSON.stringify(value).replaceAll(/\{\{(\w+)\.(\w+)\}\}/g, (_, name: string, key: string) => {
          const answer = known.get(name);
          return isObject(answer) ? String(answer[key]) : "nothing";
        }),
      ) as Value); // of the same shape

/** A player of scenarios; each leaves the server as empty as it found it. */
export function player(api: ApiDefinition, base: string) {
  const made: string[] = [];
  const account = accountOf(api);
  /** Where a record is that was made at a path: who registered is among the accounts. */
  const home = (path: string): string =>
    account && path.startsWith("/api/auth/") ? `/api/${namesOf(account.resource).plural.kebab}` : path;

  async function play(call: Call, known: Map<string, Json>): Promise<readonly [Call, Answer]> {
    const ready = {
      ...call,
      path: filled(call.path, known),
      ...(call.body === undefined ? {} : { body: filled(call.body, known) }),
    };
    const answer = await send(base, ready);
    const id = isObject(answer.body) ? answer.body["id"] : undefined;
    if (answer.status === 201 && typeof id === "string") made.push(`${home(ready.path)}/${id}`);
    if (call.as !== undefined) known.set(call.as, answer.body);
    return [ready, answer];
  }

  /** Deletes what was made, the last first; what others still need goes in a later round. */
  async function clear(): Promise<void> {
    for (let round = 0; made.length && round < 10; round++) {
      for (const path of made.splice(0).toReversed()) {
        const { status } = await send(base, { operationId: "", method: "delete", path });
        if (status === 409) made.unshift(path);
        else if (status !== 204 && status !== 404) throw new Error(`DELETE ${path}: ${status}`);
      }
    }
    if (made.length) throw new Error(`Not deleted: ${made.join(", ")}`);
  }

  return async function scenario({ before, calls }: Scenario): Promise<readonly Entry[]> {
    const known = new Map<string, Json>();
    const names = new Names();
    const entries: Entry[] = [];
    for (const call of [...before, ...calls]) {
      const [sent, { status, headers, body }] = await play(call, known);
      const preparing = entries.length < before.length;
      if (preparing && status >= 300)
        throw new Error(`${call.method} ${sent.path}: ${status} ${JSON.stringify(body)}`);
      entries.push({
        request: names.text(`${sent.method.toUpperCase()} ${sent.path}`),
        status,
        headers: Object.fromEntries(
          recorded.flatMap((name) => {
            const value = headers.get(name)?.replace(/^(application\/json); ?charset=utf-8$/i, "$1");
            return value === undefined ? [] : [[name, value]];
          }),
        ),
        body: names.value(unordered(body)),
      });
    }
    await clear();
    return entries;
  };
}
