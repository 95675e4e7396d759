import type { Call } from "../../../api/index.ts";
import { code, ts, type Code } from "../../../code/index.ts";
import { textOf, valueOf } from "./values.ts";

const argumentsOf = ({ path, body }: Call): Code =>
  ts`${textOf(path)}${body === undefined ? code("") : ts`, ${valueOf(body)}`}`;

/** Generates a request whose response is checked. */
export function sent(call: Call): Code {
  const { method, path, raw, body, token } = call;
  if (token !== undefined && token !== "valid") {
    const json = ts`{ contentType: "application/json", text: ${JSON.stringify(body)} }`;
    return ts`client.send(${method.toUpperCase()}, ${textOf(path)}, ${body === undefined ? code("undefined") : json}, ${token})`;
  }
  if (!raw) return ts`client.${code(method.toLowerCase())}(${argumentsOf(call)})`;
  return ts`client.send(${method.toUpperCase()}, ${textOf(path)}, { contentType: ${raw.contentType}, text: ${textOf(raw.text)}${raw.repeat === undefined ? code("") : ts`.repeat(${raw.repeat})`} })`;
}

/** Generates an earlier request; its response is only named if something later uses it. */
export function prepared(call: Call, later: string): Code {
  const named = call.as !== undefined && later.includes(`{{${call.as}.`);
  return ts`${code(named ? `const ${call.as} = ` : "")}await client.record(${call.method.toUpperCase()}, ${argumentsOf(call)});`;
}
