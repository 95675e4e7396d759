/** Answers, read and checked. */

const demanded = `  const result = check && validate(check, value);
  if (result && !result.ok && result.issues.some((one) => !one.minor)) throw new InvalidResponseError(result.issues, response, value);
  return value;`;

export const answers = String.raw`//# events
/** The value, if it is as described or breaks nothing but formats. */
function demand(check: Rule | undefined, value: unknown, response: Response): unknown {
${demanded}
}

//#
const json = "application/json";
const plain = (type: string): string => type.replace(/;.*/s, "").trim().toLowerCase();

type Expected = readonly [type: string, rule: Rule];

async function decode(response: Response, content: readonly Expected[], checked = true): Promise<unknown> {
  const media = plain(response.headers.get("content-type") ?? "");
  // What the document has of this media type, or else the next best.
  const find = (test: (type: string) => boolean) => content.find(([type]) => test(plain(type)));
  const expected =
    find((type) => type === media) ??
    find((type) => type === "*/*" || (type.endsWith("/*") && media.startsWith(type.slice(0, -1)))) ?? //? ranges
    find((type) => /json/.test(type) && /json/.test(media)) ??
    (media === "" ? content[0] : undefined);
  const [type, rule] = expected ?? [media];
  const check = checked ? rule : undefined;
  const form = /^(application|\*)\/\*/.test(type) ? media : plain(type); //? ranges
  const form = plain(type); //? !ranges
  if (expected && form === "text/event-stream") return events(response, check); //? events
  const isJson = /^(application|text)\/json$|\+json$/.test(form);
  if (!isJson && !/^$|^(text|multipart)\/|[/+](xml|yaml|x-yaml|csv|x-ndjson|jsonl|x-www-form-urlencoded)$/.test(form)) return response.blob();
  const text = await response.text();
  if (text === "" && (isJson || !expected)) return undefined;
  if (!isJson) return text;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    if (check) throw new InvalidResponseError([{ path: "", message: "is not JSON" }], response, text);
    return text;
  }
//# events
  return demand(check, value, response);
//# !events
  // What breaks nothing but formats is taken.
${demanded}
//#
}
`;
