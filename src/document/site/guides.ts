import { createHash } from "node:crypto";
import { posix } from "node:path";
import { addressesIn, titleIn } from "./prose.ts";
import { pagePath } from "./links.ts";
import { targetOf, type Text } from "./site.ts";
import type { Files } from "../../workspace/index.ts";

/** A picture shown on pages: its file, its path in the site, and its bytes as one character each. */
export interface Picture {
  readonly file: string;
  readonly path: string;
  readonly bytes: string;
}
export interface Guides {
  readonly texts: readonly Text[];
  readonly pictures: readonly Picture[];
}

const most = { pages: 500, bytes: 4 << 20, together: 64 << 20 } as const;
const isPage = (path: string): boolean => /\.(?:md|markdown)$/i.test(path);
const isPicture = (path: string): boolean => /[^/]\.(?:avif|gif|jpe?g|png|svg|webp)$/i.test(path);

/**
 * Collects the Markdown pages that a project's texts link to, directly or indirectly, and the pictures of all of
 * them. The texts themselves and excluded folders aren't included; the numbers and sizes are limited.
 */
export async function guidesOf(
  texts: readonly Text[],
  files: Files,
  isLeftOut: (path: string) => boolean,
): Promise<Guides> {
  const guides: Text[] = [];
  const pictures = new Map<string, Picture>();
  const seen = new Set(texts.map(({ file }) => file));
  const waiting = [...texts];
  let room: number = most.together;
  for (const text of waiting) {
    if (text.file === "") continue; // generated text, not from a file
    const found = addressesIn(text.markdown);
    for (const path of filesAt(found.pictures, text).filter(isPicture)) {
      const picture = pictures.has(path) ? undefined : await pictureOf(path, files);
      if (!picture || picture.bytes.length > room) continue;
      room -= picture.bytes.length;
      pictures.set(path, picture);
    }
    for (const path of filesAt(found.links, text)) {
      if (guides.length === most.pages || seen.has(path) || !isPage(path) || isLeftOut(path)) continue;
      seen.add(path);
      const markdown = await files.tryRead(path).catch(() => null);
      if (markdown === null) continue;
      const guide = {
        name: titleIn(markdown) || posix.parse(path).name,
        path: pageOf(path),
        file: path,
        markdown,
        isGuide: true,
      };
      guides.push(guide);
      waiting.push(guide);
    }
  }
  return { texts: guides, pictures: [...pictures.values()] };
}

const filesAt = (addresses: readonly string[], { file }: Text): readonly string[] =>
  addresses.flatMap((address) => targetOf(file, address)?.path ?? []);

const pageOf = (path: string): string => pagePath("guides", path.replace(/\.md$/, ""));

/** The hash in the file name shows that the file is generated: others are never overwritten. */
async function pictureOf(file: string, files: Files): Promise<Picture | undefined> {
  const bytes = await files.bytes(file).catch(() => undefined);
  if (!bytes || bytes.byteLength > most.bytes) return undefined;
  const { name, ext } = posix.parse(file);
  if (/^\.svg$/i.test(ext) && mayRun(bytes)) return undefined;
  const path = `pictures/${name.replaceAll(/[^\w-]/g, "_")}-${hashOf(bytes)}${ext.toLowerCase()}`;
  return { file, path, bytes: Buffer.from(bytes).toString("latin1") };
}

/** Whether an SVG may run a script when opened directly, outside of the pages' security policy. */
function mayRun(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes)
    .toString("latin1")
    .replaceAll(/&#x([\da-f]{1,6});/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll(/&#(\d{1,7});/g, (_, code: string) => String.fromCharCode(Number(code)));
  return /\0|<!(?:entity|attlist)|<[\w:]*(?:script|foreignobject)|\bon[a-z]+\s*=|java\s*script:/i.test(text);
}

const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex").slice(0, 8);

/** Whether a file in a site's folder is an unmodified picture that was generated there. */
export const isOurPicture = (path: string, bytes: Uint8Array): boolean =>
  /\/pictures\/[\w-]+-([\da-f]{8})\.\w+$/.exec(path)?.[1] === hashOf(bytes);
