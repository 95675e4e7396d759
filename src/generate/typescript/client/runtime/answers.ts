/** Answers, read and checked. */

import { lineTypes } from "../../../specification/model.ts";

const lines = lineTypes.source;

export const answers = String.raw`//# conversions
/** Makes of a value of JSON what callers hold, or back. */
export type Convert = (value: unknown) => unknown;

/** A rule for what is read, and what is made of it. */
export const reading = (rule: Rule, convert: Convert): Rule => Object.assign((value: unknown) => rule(value), { convert });

const convertOf = (rule: Rule | undefined): Convert | undefined => (rule as { readonly convert?: Convert } | undefined)?.convert;

//#
const json = "application/json";
const plain = (type: string): string => type.replace(/;.*/s, "").trim().toLowerCase();

const isJson = (type: string): boolean => /^(application|text)\/json$|\+json$/.test(type);
/** Whether what has this media type is read as a text. */
const isText = (type: string): boolean => /^$|^(text|multipart)\/|[/+](x-)?(xml|yaml|csv|www-form-urlencoded|ndjson|json-?l(ines)?|json-seq)$/.test(type);
/** Whether each line is JSON. */ //? lines lineBodies
const isLines = (type: string): boolean => /${lines}/.test(type); //? lines lineBodies
//# streams
/** Whether what has this media type is taken while it comes. */
const isStream = (type: string): boolean =>
  type === "text/event-stream" || //? events
  isLines(type) || //? lines
  (type !== "" && !isJson(type) && !isText(type)) || //? downloads
  false;
//#

type Expected = readonly [type: string, rule: Rule];

//# checks
/** What is wrong with a value, unless all of that is minor. */
function unfit(check: Rule | undefined, value: unknown, strict: boolean | undefined): readonly Issue[] | undefined {
  const found = check && issuesOf(check, value);
  return found?.some(({ minor }) => !minor || (strict && minor === "unlisted")) ? found : undefined;
}

//#
/** What an answer holds, and what is wrong with that. */ //? checks
async function decode(response: Response, content: readonly Expected[], { validate: checked = true, strict }: ClientOptions): Promise<readonly [data: unknown, issues?: readonly Issue[] | undefined]> { //? checks
async function decode(response: Response, content: readonly Expected[]): Promise<readonly [data: unknown]> { //? !checks
  const media = plain(response.headers.get("content-type") ?? "");
  // What the document has of this media type, or else the next best.
  const find = (test: (type: string) => boolean) => content.find(([type]) => test(plain(type)));
  const expected =
    find((type) => type === media) ??
    find((type) => type === "*/*" || (type.endsWith("/*") && media.startsWith(type.slice(0, -1)))) ?? //? ranges
    find((type) => /json/.test(type) && /json/.test(media)) ??
    (media === "" ? content[0] : undefined) ??
    // Under another name will do what is read alike, and JSON comes under any.
    find((type) => !isJson(type) && type !== "text/event-stream" && isText(type) === isText(media)) ?? //? events
    find((type) => !isJson(type) && isText(type) === isText(media)) ?? //? !events
    find(isJson);
  if (checked && !expected && content.length) //? checks
    return [await response.text(), [{ path: "", message: "is " + media + ", not " + content.map(([type]) => type).join(" or ") }]]; //? checks
  const [type, rule] = expected ?? [media]; //? checks conversions
  const [type] = expected ?? [media]; //? !checks+!conversions
  const check = checked ? rule : undefined; //? checks
//# lines events
  const take = (value: unknown): unknown => {
    const issues = unfit(check, value, strict); //? checks
    if (issues) throw new InvalidResponseError(issues, response, value); //? checks
    return convertOf(rule)?.(value) ?? value; //? conversions
    return value; //? !conversions
  };
//#
  const form = /^(application|\*)\/\*/.test(type) ? media : plain(type); //? ranges
  const form = plain(type); //? !ranges
  if (expected && form === "text/event-stream") return [events(response, take, check)]; //? checks+events
  if (expected && form === "text/event-stream") return [events(response, take)]; //? !checks+events
  if (expected && isLines(form)) return [lines(response, take)]; //? lines
  if (!isJson(form) && !isText(form)) return [response]; //? downloads
  if (!isJson(form) && !isText(form)) return [await response.blob()]; //? !downloads
  const text = await response.text();
  // What can have no body has null for it. //? checks
  if (text === "" && (!expected || (isJson(form) && (!response.body || !check)))) return [undefined]; //? checks
  if (text === "" && (!expected || isJson(form))) return [undefined]; //? !checks
  if (!isJson(form)) return [text];
  let value: unknown;
  try {
    if (text !== "") value = fromJson(text); //? int64
    if (text !== "") value = JSON.parse(text); //? !int64
  } catch {
    return [text, check && [{ path: "", message: "is not JSON" }]]; //? checks
    return [text]; //? !checks
  }
  const issues = unfit(check, value, strict); //? checks
  if (issues) return [value, issues]; //? checks
  return [convertOf(rule)?.(value) ?? value]; //? conversions
  return [value]; //? !conversions
}
`;
