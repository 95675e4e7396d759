export interface Picture {
  readonly type: "image/jpeg" | "image/png" | "image/gif" | "image/webp";
  /** Width and height in pixels, if the header contains them. */
  readonly size: readonly [width: number, height: number] | undefined;
}

/** Detects the type of a base64 image by its first bytes; undefined for unknown types. */
export function pictureOf(data: string): Picture | undefined {
  const head = decoded(data, 64);
  if (head.startsWith("\x89PNG\r\n\x1a\n"))
    return { type: "image/png", size: at(head, 16, [number(head, 16, 4), number(head, 20, 4)]) };
  if (/^GIF8[79]a/.test(head))
    return { type: "image/gif", size: at(head, 6, [little(head, 6, 2), little(head, 8, 2)]) };
  if (head.startsWith("RIFF") && head.startsWith("WEBP", 8)) return { type: "image/webp", size: webp(head) };
  if (head.startsWith("\xff\xd8\xff")) return { type: "image/jpeg", size: jpeg(decoded(data, 4 << 16)) };
  return undefined;
}

/** Decodes the first bytes, one per character; returns an empty string if it isn't base64. */
function decoded(data: string, characters: number): string {
  try {
    return atob(data.slice(0, characters));
  } catch {
    return "";
  }
}

type Size = Picture["size"];
/** Returns a size whose bytes begin at `from`, if all of them are present. */
const at = (bytes: string, from: number, size: Size): Size => (bytes.length < from + 8 ? undefined : size);

const number = (bytes: string, from: number, length: number): number =>
  Array.from({ length }, (_, i) => bytes.charCodeAt(from + i)).reduce((sum, byte) => sum * 256 + byte, 0);
const little = (bytes: string, from: number, length: number): number =>
  Array.from({ length }, (_, i) => bytes.charCodeAt(from + i)).reduceRight(
    (sum, byte) => sum * 256 + byte,
    0,
  );

function webp(head: string): Size {
  const kind = head.slice(12, 16);
  if (kind === "VP8X") return at(head, 24, [1 + little(head, 24, 3), 1 + little(head, 27, 3)]);
  if (kind === "VP8 ") return at(head, 26, [little(head, 26, 2) & 0x3fff, little(head, 28, 2) & 0x3fff]);
  if (kind !== "VP8L") return undefined;
  const bits = little(head, 21, 4);
  return at(head, 21, [1 + (bits & 0x3fff), 1 + ((bits >>> 14) & 0x3fff)]);
}

/** Reads the first frame header, after all segments before it. */
function jpeg(bytes: string): Size {
  for (let from = 2; from + 9 <= bytes.length && bytes.charCodeAt(from) === 0xff;) {
    const marker = bytes.charCodeAt(from + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return [number(bytes, from + 7, 2), number(bytes, from + 5, 2)];
    from += marker === 0xff ? 1 : 2 + number(bytes, from + 2, 2);
  }
  return undefined;
}
