import { isDeepStrictEqual } from "node:util";
import { Document, isMap, isScalar, parseDocument, type Pair, type YAMLMap } from "yaml";
import { isObject, type JsonObject } from "../../lib/index.ts";
import type { ApiDefinition } from "../definition.ts";
import { spell, wordsOf } from "../name-spelling.ts";
import { definitionFromYaml, settingKeys, type Settings } from "./read.ts";
import { definitionData, flowSmall } from "./write.ts";

const header = (schema: string): string =>
  ` yaml-language-server: $schema=${schema}
 The definition of this API, and the whole truth about it: edit it, then run /api-gen.
 What goes from here goes from the project. Say what was renamed, or its data goes too:
 deadline: date was(dueDate)`;

const plain = (api: ApiDefinition, settings: Settings): JsonObject => ({
  ...settings,
  ...definitionData(api),
});

const written = (content: JsonObject): Document => {
  const document = new Document(content, { aliasDuplicateObjects: false });
  flowSmall(document);
  return document;
};

/** Returns the first definition file of a project. `schema` is the relative path of its JSON Schema. */
export function newDefinitionFile(api: ApiDefinition, settings: Settings, schema: string): string {
  const document = written(plain(api, settings));
  document.commentBefore = header(schema);
  return document.toString({ lineWidth: 120 });
}

/** Settings, which come first. */
const known: ReadonlySet<string> = new Set(settingKeys);

const sameName = (key: unknown, name: string): boolean =>
  isScalar(key) &&
  (String(key.value) === name || spell(wordsOf(String(key.value))).snake === spell(wordsOf(name)).snake);

function sync(map: YAMLMap, old: JsonObject, now: JsonObject, fresh: YAMLMap): void {
  const at = (name: string): Pair | undefined => map.items.find(({ key }) => sameName(key, name));
  for (const key of Object.keys(old))
    if (!(key in now)) map.items = map.items.filter((pair) => pair !== at(key));
  for (const [key, value] of Object.entries(now)) {
    const before = old[key];
    if (isDeepStrictEqual(before, value)) continue;
    const pair = at(key);
    const freshPair = fresh.items.find((item) => isScalar(item.key) && String(item.key.value) === key);
    if (!freshPair) throw new Error(`${key} is not written.`);
    if (!pair && known.has(key)) map.items.unshift(freshPair);
    else if (!pair) map.items.push(freshPair);
    else if (isObject(before) && isObject(value) && isMap(pair.value) && isMap(freshPair.value))
      sync(pair.value, before, value, freshPair.value);
    else pair.value = freshPair.value;
  }
}

/** Returns the file updated to the current definition; unchanged parts are kept as written, with comments. */
export function updateDefinitionFile(
  text: string,
  { api, settings }: { readonly api: ApiDefinition; readonly settings: Settings },
): string {
  const document = parseDocument(text);
  const jsonObject = (isMap(document.contents) ? document.toJS() : {}) as JsonObject; // a mapping
  const heldSettings = Object.fromEntries(
    settingKeys.flatMap((key) => (jsonObject[key] === undefined ? [] : [[key, jsonObject[key]]])),
  );
  const old = { ...plain(definitionFromYaml(text, "api.yaml"), {}), ...heldSettings } as JsonObject; // settings are texts
  const now = plain(api, settings);
  if (isDeepStrictEqual(old, now) || !isMap(document.contents)) return text;
  const { contents } = written(now);
  if (isMap(contents)) sync(document.contents, old, now, contents);
  return document.toString({ lineWidth: 120 });
}
