/** The head of an answer, and how its body ends. */
export interface Head {
  readonly status: number;
  /** Headers by lower-case name; repeated ones joined by commas. */
  readonly headers: ReadonlyMap<string, string>;
  /** The length in bytes, or how else the end of the body is determined. */
  readonly length: number | "chunked" | "until closed";
  /** Whether the connection can be reused. */
  readonly keeps: boolean;
}

const line = /^HTTP\/1\.([01]) ([1-5]\d\d)(?: [\t -~\x80-\xff]*)?$/;
const field = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*([\t -~\x80-\xff]*?)[ \t]*$/;

/** Parses status line and headers, without the blank line. Throws Error for anything ambiguous. */
export function readHead(text: string): Head {
  const [first = "", ...rest] = text.split("\r\n");
  const [, minor, code] = line.exec(first) ?? [];
  if (code === undefined) throw new Error("It begins with no status line of HTTP/1.1.");
  const headers = new Map<string, string>();
  for (const item of rest) {
    const [, name = "", value = ""] = field.exec(item) ?? [];
    if (name === "") throw new Error("It has a header that is none.");
    const key = name.toLowerCase();
    const known = headers.get(key);
    headers.set(key, known === undefined ? value : `${known}, ${value}`);
  }
  const status = Number(code);
  const length = lengthOf(status, headers);
  const close = /(?:^|,)\s*close\s*(?:,|$)/i.test(headers.get("connection") ?? "");
  return { status, headers, length, keeps: minor === "1" && !close && length !== "until closed" };
}

function lengthOf(status: number, headers: ReadonlyMap<string, string>): Head["length"] {
  const [coding, contentLength] = [headers.get("transfer-encoding"), headers.get("content-length")];
  if (coding !== undefined && contentLength !== undefined) throw new Error("It tells two lengths.");
  if (coding !== undefined && coding.toLowerCase() !== "chunked")
    throw new Error(`Its transfer-encoding ${coding.slice(0, 40)} is unknown.`);
  if (status < 200 || status === 204 || status === 304) return 0;
  if (coding !== undefined) return "chunked";
  if (contentLength === undefined) return "until closed";
  const [length = "", ...more] = contentLength.split(/,\s*/);
  if (!/^\d{1,15}$/.test(length) || more.some((item) => item !== length))
    throw new Error("Its content-length is none.");
  return Number(length);
}
