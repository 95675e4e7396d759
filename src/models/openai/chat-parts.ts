import { ApiError, type ContentBlock, type ResultContent } from "../../messages/index.ts";
import type { Dialect } from "./dialects.ts";
import { elsewhere } from "./fields.ts";

export type ChatPart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image_url"; readonly image_url: { readonly url: string } }
  | { readonly type: "file"; readonly file: { readonly filename: string; readonly file_data: string } };

type Block = ContentBlock | ResultContent;

/** Converts a block to parts of a chat message. Throws ApiError for what the server doesn't support. */
export function part(block: Block, dialect: Dialect): readonly ChatPart[] {
  switch (block.type) {
    case "text":
      return [{ type: "text", text: block.text }];
    case "image":
      return [image(block, dialect)];
    case "document":
      return document(block, dialect);
    case "search_result":
      return [{ type: "text", text: [block.title, block.source, plain(block.content, dialect)].join("\n") }];
    default:
      throw unsupported(block.type, dialect.summary);
  }
}

/** The text of a result; its images and files follow in the user's message. */
export function plain(content: string | readonly ResultContent[], dialect: Dialect): string {
  if (typeof content === "string") return content;
  return content
    .flatMap((block) => part(block, dialect))
    .map((part) => (part.type === "text" ? part.text : follows[part.type]))
    .join("\n");
}

const follows = { image_url: "(see the picture that follows)", file: "(see the file that follows)" } as const;

const inBase64 = "send its data in base64";

function image({ source }: Extract<Block, { type: "image" }>, { images, summary }: Dialect): ChatPart {
  if (images === "none") throw unsupported("image", summary);
  if (source.type === "file") throw unsupported("image by file_id", summary, inBase64);
  if (source.type === "url" && images === "inline") throw unsupported("image by url", summary, inBase64);
  const url = source.type === "url" ? source.url : `data:${source.media_type};base64,${source.data}`;
  return { type: "image_url", image_url: { url } };
}

function document(
  { source, title }: Extract<Block, { type: "document" }>,
  dialect: Dialect,
): readonly ChatPart[] {
  const named = (text: string): ChatPart => ({ type: "text", text: title ? `${title}\n${text}` : text });
  if (source.type === "text") return [named(source.data)];
  if (source.type === "content") {
    return typeof source.content === "string"
      ? [named(source.content)]
      : source.content.flatMap((block) => part(block, dialect));
  }
  if (source.type !== "base64" || !dialect.files)
    throw unsupported(`document by ${source.type}`, dialect.summary);
  const file_data = `data:${source.media_type};base64,${source.data}`;
  return [{ type: "file", file: { filename: title ?? "document", file_data } }];
}

/** @param fix What to do instead. */
export const unsupported = (what: string, service: string, fix = `leave it out, or ${elsewhere}`): ApiError =>
  new ApiError(
    "invalid_request_error",
    `This model's upstream speaks chat completions as ${service} does, which has no ${what}: ${fix}.`,
  );
