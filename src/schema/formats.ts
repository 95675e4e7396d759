import { pattern, type Pattern } from "./pattern/index.ts";

/** A format as a regular language, so that the validator and the mask agree on it. */
export interface Format {
  readonly name: string;
  readonly pattern: Pattern;
  /** Maximum characters, in addition to the pattern. */
  readonly maxLength: number | undefined;
}

const DAY = [
  String.raw`\d{4}-(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])`,
  String.raw`\d{4}-(?:0[469]|11)-(?:0[1-9]|[12]\d|30)`,
  String.raw`\d{4}-02-(?:0[1-9]|1\d|2[0-8])`,
  String.raw`(?:\d\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29`,
].join("|");
// A leap second is at 23:59:60 UTC: an offset shifts hour and minute; the regular form allows it for half hours.
const offsets = Array.from({ length: 24 }, (_, hour) => {
  const two = (n: number): string => String(n).padStart(2, "0");
  return [0, 30].map((minute) => {
    const before = (23 * 60 + 59 - hour * 60 - minute + 1440) % 1440;
    const after = (23 * 60 + 59 + hour * 60 + minute) % 1440;
    const at = (time: number): string => `${two(Math.floor(time / 60))}:${two(time % 60)}:60(?:\\.\\d+)?`;
    return `${at(after)}\\+${two(hour)}:${two(minute)}|${at(before)}-${two(hour)}:${two(minute)}`;
  });
}).flat();
const TIME = [
  String.raw`(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:[zZ]|[+\-](?:[01]\d|2[0-3]):[0-5]\d)`,
  String.raw`23:59:60(?:\.\d+)?[zZ]`,
  ...offsets,
].join("|");
const BYTE = String.raw`(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)`;
const IPV4 = String.raw`${BYTE}(?:\.${BYTE}){3}`;
const H16 = "[0-9A-Fa-f]{1,4}";
const LS32 = `(?:${H16}:${H16}|${IPV4})`;
const IPV6 = [
  `(?:${H16}:){6}${LS32}`,
  `::(?:${H16}:){5}${LS32}`,
  `(?:${H16})?::(?:${H16}:){4}${LS32}`,
  `(?:(?:${H16}:){0,1}${H16})?::(?:${H16}:){3}${LS32}`,
  `(?:(?:${H16}:){0,2}${H16})?::(?:${H16}:){2}${LS32}`,
  `(?:(?:${H16}:){0,3}${H16})?::${H16}:${LS32}`,
  `(?:(?:${H16}:){0,4}${H16})?::${LS32}`,
  `(?:(?:${H16}:){0,5}${H16})?::${H16}`,
  `(?:(?:${H16}:){0,6}${H16})?::`,
].join("|");
// labels of 1 to 63 characters; no hyphens in positions 3 and 4 except in punycode
const LABEL = String.raw`(?!..--)[A-Za-z0-9](?:[A-Za-z0-9\-]{0,61}[A-Za-z0-9])?`;
const PUNY = String.raw`[xX][nN]--[A-Za-z0-9](?:[A-Za-z0-9\-]{0,57}[A-Za-z0-9])?`;
const HOST = String.raw`(?:${LABEL}|${PUNY})(?:\.(?:${LABEL}|${PUNY}))*`;
const ATEXT = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]";
const LOCAL = String.raw`(?:${ATEXT}+(?:\.${ATEXT}+)*|"(?:[ !#-\[\]-~]|\\[ -~])*")`;
const MAILHOST = String.raw`(?:${HOST}|\[${IPV4}\]|\[IPv6:(?:${IPV6})\])`;

/** RFC 3986 and, with `more` characters, RFC 3987. */
function uris(more: string): { readonly full: string; readonly reference: string } {
  const free = String.raw`[A-Za-z0-9\-._~!$&'()*+,;=${more}]`;
  const percent = "%[0-9A-Fa-f]{2}";
  const pchar = String.raw`(?:[A-Za-z0-9\-._~!$&'()*+,;=:@${more}]|${percent})`;
  const host = String.raw`(?:\[(?:${IPV6}|[vV][0-9A-Fa-f]+\.[A-Za-z0-9\-._~!$&'()*+,;=:]+)\]|(?:${free}|${percent})*)`;
  const authority = String.raw`(?:(?:[A-Za-z0-9\-._~!$&'()*+,;=:${more}]|${percent})*@)?${host}(?::\d*)?`;
  const rest = String.raw`(?:\?(?:${pchar}|[/?])*)?(?:#(?:${pchar}|[/?])*)?`;
  const path = `(?:/${pchar}*)*`;
  const rooted = `/(?:${pchar}+${path})?`;
  const scheme = String.raw`[A-Za-z][A-Za-z0-9+\-.]*:`;
  const noColon = String.raw`(?:[A-Za-z0-9\-._~!$&'()*+,;=@${more}]|${percent})+`;
  return {
    full: `${scheme}(?://${authority}${path}|${rooted}|${pchar}+${path}|)${rest}`,
    reference: `(?://${authority}${path}|${rooted}|${noColon}${path}|)${rest}`,
  };
}
const uri = uris("");
const iri = uris(String.raw`\u{A0}-\u{D7FF}\u{F900}-\u{FDCF}\u{FDF0}-\u{FFEF}\u{10000}-\u{EFFFD}`);
const WEEKS = String.raw`\d+W`;
const DATEPART = String.raw`(?:\d+Y(?:\d+M(?:\d+D)?)?|\d+M(?:\d+D)?|\d+D)`;
const TIMEPART = String.raw`T(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S)`;
const TEMPLATE = String.raw`(?:[^\u0000- "'%<>\\^\`{|}]|%[0-9A-Fa-f]{2}|\{[+#./;?&=,!@|]?(?:[A-Za-z0-9_.]|%[0-9A-Fa-f]{2})+(?::[1-9]\d{0,3}|\*)?(?:,(?:[A-Za-z0-9_.]|%[0-9A-Fa-f]{2})+(?::[1-9]\d{0,3}|\*)?)*\})*`;

const sources: Readonly<Record<string, string>> = {
  date: `^(?:${DAY})$`,
  time: `^(?:${TIME})$`,
  "date-time": `^(?:${DAY})[tT](?:${TIME})$`,
  duration: `^P(?:${WEEKS}|${DATEPART}(?:${TIMEPART})?|${TIMEPART})$`,
  email: `^${LOCAL}@${MAILHOST}$`,
  hostname: `^${HOST}$`,
  ipv4: `^${IPV4}$`,
  ipv6: `^(?:${IPV6})$`,
  uri: `^${uri.full}$`,
  "uri-reference": `^(?:${uri.full}|${uri.reference})$`,
  iri: `^${iri.full}$`,
  "iri-reference": `^(?:${iri.full}|${iri.reference})$`,
  "uri-template": `^${TEMPLATE}$`,
  uuid: "^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$",
  "json-pointer": "^(?:/(?:[^~/]|~[01])*)*$",
  "relative-json-pointer": "^(?:0|[1-9][0-9]*)(?:#|(?:/(?:[^~/]|~[01])*)*)$",
};

/** Formats with an exact regular form; other formats are annotations, as in the specification. */
export const formatNames: readonly string[] = Object.keys(sources);

const cache = new Map<string, Format>();

export function formatNamed(name: string): Format | undefined {
  const known = cache.get(name);
  const source = Object.hasOwn(sources, name) ? sources[name] : undefined;
  if (known || source === undefined) return known;
  const format = { name, pattern: pattern(source), maxLength: name === "hostname" ? 253 : undefined };
  cache.set(name, format);
  return format;
}
