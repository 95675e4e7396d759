/** Checks of images and documents in a request that don't need to decode them completely. */
import { firstBlock, type Check } from "./content.ts";
import { pictureOf } from "./picture.ts";
import { fault, type Fault } from "./shape.ts";
import type { ContentBlock, ResultContent } from "./types.ts";

/** Maximum length of an image in base64, the size that counts. */
const maxImage = 5 << 20;
/** Maximum pixels per side: `among` if a request has more than `many` images, otherwise `alone`. */
const maxSide = { alone: 8000, among: 2000, many: 20 } as const;

const base64 = /^[a-zA-Z0-9+/\s]*={0,2}\s*$/;

type ImageBlock = Extract<ContentBlock, { type: "image" }>;

const images: Check = ({ messages }) => {
  const found: { readonly block: ImageBlock; readonly place: string }[] = [];
  const take = (block: ContentBlock | ResultContent, place: () => string): void => {
    if (block.type === "image") found.push({ block, place: `${place()}.image.source.base64` });
  };
  for (const [i, { content }] of messages.entries()) {
    if (typeof content === "string") continue;
    for (const [j, block] of content.entries()) {
      take(block, () => `messages.${i}.content.${j}`);
      if (block.type === "tool_result" && Array.isArray(block.content))
        for (const [k, item] of block.content.entries())
          take(item, () => `messages.${i}.content.${j}.tool_result.content.${k}`);
    }
  }
  const isMany = found.length > maxSide.many;
  for (const { block, place } of found) {
    const wrong = imageFault(block, isMany);
    if (wrong) return { ...wrong, path: place + wrong.path };
  }
  return undefined;
};

function imageFault({ source }: ImageBlock, isMany: boolean): Fault | undefined {
  if (source.type !== "base64") return undefined;
  const { data, media_type: type } = source;
  if (data === "") return fault("", "image cannot be empty");
  if (data.length > maxImage)
    return fault("", `image exceeds 5 MB maximum: ${data.length} bytes > ${maxImage} bytes`);
  if (!base64.test(data)) return fault("", "invalid base64 data");
  const picture = pictureOf(data);
  if (picture && picture.type !== type)
    return fault(
      "",
      `The image was specified using the ${type} media type, but the image appears to be a ${picture.type} image`,
    );
  const most = isMany ? maxSide.among : maxSide.alone;
  return picture?.size?.some((side) => side > most)
    ? fault(
        ".data",
        `At least one of the image dimensions exceed max allowed size${isMany ? " for many-image requests" : ""}: ${most} pixels`,
      )
    : undefined;
}

/** A PDF has its signature within the first kilobyte. The path of the error has its own name. */
const documents: Check = (request) => {
  const wrong = firstBlock(request, ({ type, ...block }) =>
    type === "document" && "source" in block && !isPdf(block.source)
      ? fault(".source.base64.data", "The PDF specified was not valid.")
      : undefined,
  );
  return wrong && { ...wrong, path: wrong.path.replace(".document.", ".pdf.") };
};

function isPdf(source: unknown): boolean {
  const { type, data } = source as { readonly type: string; readonly data?: unknown }; // its shape was already checked
  if (type !== "base64" || typeof data !== "string") return true;
  try {
    return atob(data.slice(0, 1368)).includes("%PDF-");
  } catch {
    return false;
  }
}

export const mediaChecks: readonly Check[] = [images, documents];
