/** A format that checks know: the expression of its texts, what is said of others, and what else counts. */
interface Format {
  readonly name: string;
  readonly rule: string;
  /** What they are like, or what tests that in the generated code. */
  readonly like: RegExp | string;
  readonly most?: number;
}

const day =
  /(?:\d{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)|(?:\d\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)/
    .source;
const time = /(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)/
  .source;
const label = /[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?/.source;

/** The same as servers check, by the name that specifications give it. */
const formats: Readonly<Record<string, Format>> = {
  date: {
    rule: "date",
    name: "a date such as 2026-01-31",
    like: '/* @__PURE__ */ new RegExp("^" + day + "$")',
  },
  time: { rule: "time", name: "a time such as 12:00:00Z", like: new RegExp(`^${time}$`) },
  "date-time": {
    rule: "dateTime",
    name: "a date and time such as 2026-01-31T12:00:00Z",
    like: `/* @__PURE__ */ new RegExp("^" + day + ${JSON.stringify(`[Tt ]${time}$`)})`,
  },
  email: { rule: "email", name: "an e-mail address", like: /^[^\s@]+@[^\s@]+$/, most: 320 },
  uuid: { rule: "uuid", name: "a UUID", like: /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i },
  uri: { rule: "uri", name: "a URL", like: /^[a-z][a-z\d+.-]*:[^\s<>"{}|\\^]*$/i },
  url: { rule: "url", name: "a URL", like: "{ test: (text) => URL.canParse(text) }" },
  hostname: {
    rule: "hostname",
    name: "a host name",
    like: new RegExp(`^${label}(?:\\.${label})*$`, "i"),
    most: 253,
  },
  ipv4: {
    rule: "ipv4",
    name: "an IPv4 address",
    like: /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/,
  },
  ipv6: {
    rule: "ipv6",
    name: "an IPv6 address",
    like: `{ test: (text) => /^[\\da-f:.]{2,45}$/i.test(text) && URL.canParse("http://[" + text + "]") }`,
  },
  byte: { rule: "base64", name: "in base64", like: /^[A-Za-z\d+/_-]*={0,2}$/ },
};

/** The name of the rule for a format; undefined where any text is one. */
export const formatRule = (format: string | undefined): string | undefined =>
  format !== undefined && Object.hasOwn(formats, format) ? formats[format]?.rule : undefined;

/** Source of the rules for these formats. */
export function formatRules(used: ReadonlySet<string>): string {
  const wanted = Object.values(formats).filter(({ rule }) => used.has(rule));
  if (wanted.length === 0) return "";
  const rules = wanted.map(
    ({ rule }) => `export const ${rule}: Rule = (value) => format(value, ${JSON.stringify(rule)});\n`,
  );
  const known = wanted.map(({ rule, name, like, most }) => {
    const limit = most === undefined ? "" : `, most: ${most}`;
    return `  ${rule}: { name: ${JSON.stringify(name)}, like: ${String(like)}${limit} },\n`;
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
