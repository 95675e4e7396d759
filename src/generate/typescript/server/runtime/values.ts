import { checking } from "./checking.ts";

/** `src/http/values.ts`: what the checks are made of. TypeScript source, written without template literals. What JavaScript would round is no integer. */
export const values = String.raw`import { isIP } from "node:net";

${checking.replace("Number.isInteger(value)", "Number.isSafeInteger(value)")}
export const escaped = (key: string): string => key.replaceAll("~", "~0").replaceAll("/", "~1");
export const isBlob = (value: unknown): value is Blob => value instanceof Blob;

/** Whether the month of a date that has the form of one has its day. */
const hasDay = (text: string): boolean => {
  const day = Number(text.charAt(8)) * 10 + Number(text.charAt(9));
  if (day <= 28) return true;
  const [year, month] = [Number(text.slice(0, 4)), Number(text.slice(5, 7))];
  if (month !== 2) return day <= 30 || ![4, 6, 9, 11].includes(month);
  return day === 29 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
};
const forms = {
  date: /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/,
  time: /^(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i,
  dateTime:
    /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])[T ](?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i,
  email: /^[^\s@]+@[^\s@]+$/,
  uuid: /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i,
  uri: /^[a-z][a-z\d+.-]*:[^\s<>"{}|\\^]*$/i,
  hostname: /^[a-z\d]([a-z\d-]{0,61}[a-z\d])?(\.[a-z\d]([a-z\d-]{0,61}[a-z\d])?)*$/i,
  byte: /^[A-Za-z\d+/_-]*={0,2}$/,
};

const formats: { readonly [format: string]: (text: string) => boolean } = {
  date: (text) => forms.date.test(text) && hasDay(text),
  time: (text) => forms.time.test(text),
  "date-time": (text) => forms.dateTime.test(text) && hasDay(text),
  email: (text) => text.length <= 320 && forms.email.test(text),
  uuid: (text) => forms.uuid.test(text),
  uri: (text) => forms.uri.test(text),
  url: (text) => URL.canParse(text),
  hostname: (text) => text.length <= 253 && forms.hostname.test(text),
  ipv4: (text) => isIP(text) === 4,
  ipv6: (text) => isIP(text) === 6,
  byte: (text) => forms.byte.test(text),
};

/** Whether a text is of a format; any text is of a format that nobody here knows. */
export const isFormat = (text: string, format: string): boolean => formats[format]?.(text) ?? true;

/** Whether JSON is nested deeper than any reader of it should have to go. */
export function isTooDeep(value: unknown, most = 100): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > most) return true;
    level = level.flatMap((one) => (typeof one === "object" && one !== null ? Object.values(one) : []));
  }
  return false;
}
`;
