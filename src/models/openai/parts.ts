import { ApiError, type ContentBlock, type ResultContent } from "../../messages/index.ts";

export type ChatPart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image_url"; readonly image_url: { readonly url: string } }
  | { readonly type: "file"; readonly file: { readonly filename: string; readonly file_data: string } };

type Block = ContentBlock | ResultContent;

/** What a chat message holds of a block: nothing of thinking, which is no part of the conversation there. */
export function part(block: Block): readonly ChatPart[] {
  switch (block.type) {
    case "text":
      return [{ type: "text", text: block.text }];
    case "image":
      return [image(block)];
    case "document":
      return document(block);
    case "search_result":
      return [{ type: "text", text: [block.title, block.source, plain(block.content)].join("\n") }];
    case "thinking":
    case "redacted_thinking":
      return [];
    default:
      throw unsupported(block.type);
  }
}

/** Text of a result; what is no text is left to `part`. */
export function plain(content: string | readonly ResultContent[]): string {
  if (typeof content === "string") return content;
  return content
    .flatMap((block): readonly string[] => {
      if (block.type === "image") return ["(see the picture that follows)"];
      return part(block).map((one) => (one.type === "text" ? one.text : `(${one.type})`));
    })
    .join("\n");
}

function image({ source }: Extract<Block, { type: "image" }>): ChatPart {
  if (source.type === "file") throw unsupported("image by file_id");
  const url = source.type === "url" ? source.url : `data:${source.media_type};base64,${source.data}`;
  return { type: "image_url", image_url: { url } };
}

function document({ source, title }: Extract<Block, { type: "document" }>): readonly ChatPart[] {
  const named = (text: string): ChatPart => ({ type: "text", text: title ? `${title}\n${text}` : text });
  if (source.type === "text") return [named(source.data)];
  if (source.type === "content") {
    return typeof source.content === "string" ? [named(source.content)] : source.content.flatMap(part);
  }
  if (source.type !== "base64") throw unsupported(`document by ${source.type}`);
  const file_data = `data:${source.media_type};base64,${source.data}`;
  return [{ type: "file", file: { filename: title ?? "document", file_data } }];
}

const unsupported = (what: string): ApiError =>
  new ApiError(
    "invalid_request_error",
    `This model's upstream speaks chat completions, which has no ${what}.`,
  );
