/** Parameters as paths and queries have them. */
export const parameters = String.raw`//#
const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (letter) => "%" + letter.charCodeAt(0).toString(16).toUpperCase());

const scalar = (value: unknown): string =>
  value instanceof Date ? value.toISOString() : typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);

//# styled compound forms multipart
const entriesOf = (value: unknown): readonly (readonly [string, unknown])[] =>
  typeof value === "object" && value !== null && !(value instanceof Date) ? Object.entries(value).filter((entry) => entry[1] !== undefined) : [];

//# styled
/** A value in one of the styles that put it into one text. */
function styled([name, value, style, explode = false]: Sent, escape: (text: string) => string): string {
  const pairs = Array.isArray(value) ? [] : entriesOf(value);
  const named = style === "matrix" && !(explode && pairs.length);
  const start = named ? ";" + escape(name) + "=" : style === "label" ? "." : style === "matrix" ? ";" : "";
  const items = Array.isArray(value) ? value : pairs.length ? [] : [value];
  const texts = items.map((item) => escape(scalar(item)));
  for (const [key, item] of pairs) texts.push(escape(key) + (explode ? "=" : ",") + escape(scalar(item)));
  return start + texts.join(explode && start ? start : ",");
}

//# elaborate
type Sent = readonly [name: string, value: unknown, style?: string, explode?: boolean, how?: string];

function textOf(sent: Sent, escape: (text: string) => string): string {
  if (sent[4] === "json") return escape(JSON.stringify(sent[1])); //? json
  return styled(sent, escape); //? styled
  return escape(scalar(sent[1])); //? !styled
}

//# scalar+header scalar+cookie
type Sent = readonly [name: string, value: unknown];

const textOf = (sent: Sent, escape: (text: string) => string): string => escape(scalar(sent[1]));

//# tuples
const sentOf = (parameters: readonly Parameter[] = [], values: Values): readonly Sent[] =>
  parameters.flatMap((one) => {
    const [name, key = name, ...more] = typeof one === "string" ? [one] : one;
    const value = values.get(key);
    return value === undefined ? [] : [[name, value, ...more] as const];
  });

//# !tuples+elaborate !tuples+header !tuples+cookie
const sentOf = (names: readonly string[] = [], values: Values): readonly Sent[] =>
  names.map((name) => [name, values.get(name)] as const).filter(([, value]) => value !== undefined);

//# deep
function* deepPairs(name: string, value: unknown): Iterable<readonly [string, string]> {
  const pairs = entriesOf(value);
  if (pairs.length === 0) yield [name, scalar(value)];
  for (const [key, item] of pairs) yield* deepPairs(name + "[" + key + "]", item);
}

//# compound
function queryPairs(sent: Sent): readonly (readonly [string, string])[] {
  const [name, value, style, explode = true] = sent;
  if (sent[4] === "json") return [[name, JSON.stringify(value)]]; //? json
  if (style === "deepObject") return [...deepPairs(name, value)]; //? deep
  const joint = style === "spaceDelimited" ? " " : style === "pipeDelimited" ? "|" : ",";
  if (Array.isArray(value)) return explode ? value.map((item) => [name, scalar(item)] as const) : [[name, value.map(scalar).join(joint)]];
  const pairs = entriesOf(value).map(([key, item]) => [key, scalar(item)] as const);
  return pairs.length && explode ? pairs : [[name, pairs.length ? pairs.flat().join(joint) : scalar(value)]];
}

//#
/** What a path has in place of a parameter: none that would make it another operation's. */
function segment(name: string, text: string | undefined, method: string): string {
  if (text === undefined || (text === "" && method !== "GET")) throw new TypeError(name + (text === "" ? " is empty" : " is missing"));
  return text;
}

function urlOf(base: string, method: string, template: string, values: Values, route: Route): URL { //? located
function urlOf(base: string, method: string, template: string, values: Values): URL { //? !located
  const odd = new Map(sentOf(route.path, values).map((one) => [one[0], one])); //? path
  const path = template.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => {
//# elaborate
    const sent = odd.get(name) ?? ([name, values.get(name)] as const); //? path
    const sent = [name, values.get(name)] as const; //? !path
    return segment(name, sent[1] === undefined ? undefined : textOf(sent, encode), method);
//# scalar
    const value = values.get(name);
    return segment(name, value === undefined ? undefined : encode(scalar(value)), method);
//#
  });
  if (/\/\.\.?(\/|\?|$)/.test(path)) throw new TypeError("A parameter of " + template + " would lead to another path: " + path);
//# scalarQuery
  const query = (route.query ?? []).flatMap((name) => {
    const value = values.get(name);
    return value === undefined ? [] : [encode(name) + "=" + encode(scalar(value)).replaceAll("%2C", ",")];
  });
//# elaborateQuery
  const query: string[] = [];
  for (const sent of sentOf(route.query, values)) {
    const pairs = queryPairs(sent); //? compound
    const pairs = [[sent[0], textOf(sent, String)] as const]; //? !compound
    // Commas between items stay commas, since the style put them there.
    const escape = (text: string): string => encode(text).replaceAll("%2C", ","); //? !raw
    const escape = (text: string): string => (sent[4] === "raw" ? encodeURI(text) : encode(text).replaceAll("%2C", ",")); //? raw
    for (const [key, text] of pairs) query.push(encode(key) + "=" + escape(text));
  }
//#
  const tail = query.length ? (path.includes("?") ? "&" : "?") + query.join("&") : ""; //? query
  return new URL(base.replace(/\/+$/, "") + path + tail); //? query
  return new URL(base.replace(/\/+$/, "") + path); //? !query
}
`;
