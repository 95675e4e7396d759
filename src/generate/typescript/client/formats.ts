import { formats as names } from "../../specification/formats.ts";

/** A known format: its pattern and other constraints. */
interface Format {
  readonly rule: string;
  /** The pattern, or the generated expression that tests a text. */
  readonly like: RegExp | string;
  readonly most?: number;
}

const day =
  /(?:\d{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)|(?:\d\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)/
    .source;
const time = /(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)/
  .source;
const label = /[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?/.source;

/** By the name in specifications. */
const formats: Readonly<Record<string, Format>> = {
  date: {
    rule: "date",
    like: '/* @__PURE__ */ new RegExp("^" + day + "$")',
  },
  time: { rule: "time", like: new RegExp(`^${time}$`) },
  "date-time": {
    rule: "dateTime",
    like: `/* @__PURE__ */ new RegExp("^" + day + ${JSON.stringify(`[Tt ]${time}$`)})`,
  },
  email: { rule: "email", like: /^[^\s@]+@[^\s@]+$/, most: 320 },
  uuid: { rule: "uuid", like: /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i },
  uri: { rule: "uri", like: /^[a-z][a-z\d+.-]*:[^\s<>"{}|\\^]*$/i },
  url: { rule: "url", like: "{ test: (text) => URL.canParse(text) }" },
  hostname: {
    rule: "hostname",
    like: new RegExp(`^${label}(?:\\.${label})*$`, "i"),
    most: 253,
  },
  ipv4: {
    rule: "ipv4",
    like: /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/,
  },
  ipv6: {
    rule: "ipv6",
    like: `{ test: (text) => /^[\\da-f:.]{2,45}$/i.test(text) && URL.canParse("http://[" + text + "]") }`,
  },
  byte: { rule: "base64", like: /^[A-Za-z\d+/_-]*={0,2}$/ },
};

/** Returns the name of the rule for a format; undefined if the format is unknown. */
export const formatRule = (format: string | undefined): string | undefined =>
  format !== undefined && Object.hasOwn(formats, format) ? formats[format]?.rule : undefined;

/** Returns the source of the rules for these formats. */
export function formatRules(used: ReadonlySet<string>): string {
  const usedFormats = Object.entries(formats).filter(([, { rule }]) => used.has(rule));
  if (usedFormats.length === 0) return "";
  const rules = usedFormats.map(
    ([, { rule }]) => `export const ${rule}: Rule = (value) => format(value, ${JSON.stringify(rule)});\n`,
  );
  const known = usedFormats.map(([format, { rule, like, most }]) => {
    const limit = most === undefined ? "" : `, most: ${most}`;
    return `  ${rule}: { name: ${JSON.stringify(names[format])}, like: ${String(like)}${limit} },\n`;
  });
  const shared = used.has("date") || used.has("dateTime") ? `const day = ${JSON.stringify(day)};\n` : "";
  return `${rules.join("")}${shared}const known: { readonly [name: string]: { readonly name: string; readonly like: Pick<RegExp, "test">; readonly most?: number } } = {
${known.join("")}};

/** What a text of a format is like. */
function isFormat(text: string, format: string): boolean {
  const found = known[format];
  return !found || (text.length <= (found.most ?? Infinity) && found.like.test(text)) || wrong(text, "must be " + found.name, "format");
}
`;
}
