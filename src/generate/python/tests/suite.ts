import { spell, wordsOf, type Call, type Example } from "../../../api/index.ts";
import { code, imported, joined, py, type Code } from "../../../code/index.ts";
import { isObject } from "../../../lib/index.ts";
import { preparations, type Exemplified } from "../../examples.ts";
import { textOf, valueOf, variable } from "./values.ts";

const argumentsOf = ({ path, body }: Call): Code =>
  py`${textOf(path)}${body === undefined ? code("") : py`, ${valueOf(body)}`}`;

export function sent(call: Call): Code {
  const { method, path, raw, body, token } = call;
  if (token !== undefined && token !== "valid") {
    const content = body === undefined ? code("") : py`, ${JSON.stringify(body)}`;
    return py`client.send(${method.toUpperCase()}, ${textOf(path)}${content}, token=${token})`;
  }
  if (!raw) return py`client.${code(method.toLowerCase())}(${argumentsOf(call)})`;
  const kind = raw.contentType === "application/json" ? code("") : py`, ${raw.contentType}`;
  const times = raw.repeat === undefined ? code("") : py` * ${raw.repeat}`;
  return py`client.send(${method.toUpperCase()}, ${textOf(path)}, ${textOf(raw.text)}${times}${kind})`;
}

/** Generates an earlier request; its response is only named if something later uses it. */
export function prepared(call: Call, later: string): Code {
  const named = call.as !== undefined && later.includes(`{{${call.as}.`);
  return py`${code(named ? `${variable(call.as)} = ` : "")}client.record(${call.method.toUpperCase()}, ${argumentsOf(call)})`;
}

function expectations({ expect }: Example): readonly Code[] {
  const { status, body, list, without = [], headers = {}, problem } = expect;
  const errors = (problem?.errors ?? []).map(({ path, message }) => py`(${path}, ${message})`);
  return [
    py`assert answer.status == ${status}`,
    ...(body === undefined
      ? []
      : [
          isObject(body)
            ? py`assert has(answer.body, ${valueOf(body)})`
            : py`assert answer.body == ${valueOf(body)}`,
        ]),
    ...(list ? [py`assert len(answer.body) == ${list.length}`] : []),
    ...(list?.items?.length ? [py`assert has(answer.body, ${valueOf(list.items)})`] : []),
    ...without.map((name) => py`assert ${name} not in answer.body`),
    ...Object.entries(headers).map(
      ([name, value]) => py`assert answer.headers[${name}] == ${valueOf(value)}`,
    ),
    ...(problem ? [py`assert answer.body["title"] == ${problem.title}`] : []),
    ...(errors.length ? [py`assert answer.has_errors(${joined(errors, ", ")})`] : []),
  ];
}

/** Returns a valid Python name for a test, unique in its class. */
function nameOf(text: string, usedNames: Set<string>): string {
  const words = text
    .replaceAll(/(^|[\s=])-(?=[\w])/g, "$1minus ")
    .split(/[^A-Za-z\d]+/)
    .flatMap(wordsOf);
  const plain = `test_${spell(words).snake}`;
  let name = plain;
  for (let n = 2; usedNames.has(name); n++) name = `${plain}_${n}`;
  usedNames.add(name);
  return name;
}

function test(example: Example, usedNames: Set<string>): Code {
  const lines = [
    ...preparations(example, prepared),
    py`answer = ${sent(example.call)}`,
    ...expectations(example),
  ];
  return py`    def ${code(nameOf(example.name, usedNames))}(self, client: Client) -> None:
        ${joined(lines, "\n        ")}`;
}

const title = ({ operationId }: Exemplified["operation"]): string =>
  `Test${spell(wordsOf(operationId)).pascal}`;

const heading = ({ method, path }: Exemplified["operation"]): string =>
  `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ":$1")}`;

/** `tests/test_<resource>.py` */
export function testModule(operations: readonly Exemplified[]): Code {
  const groups = operations.map(({ operation, examples }) => {
    const usedNames = new Set<string>();
    return py`class ${code(title(operation))}:
    """${code(heading(operation))}"""

${joined(
  examples.map((example) => test(example, usedNames)),
  "\n\n",
)}`;
  });
  const names = ["Client", ...(groups.some(({ text }) => /\bhas\(/.test(text)) ? ["has"] : [])];
  const used = joined(
    names.map((name) => code("", imported("/tests/client.py", name).imports)),
    "",
  );
  return py`${used}${joined(groups, "\n\n\n")}`;
}
