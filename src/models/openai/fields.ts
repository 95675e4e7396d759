import { isObject } from "../../lib/index.ts";
import { ApiError, type MessagesRequest } from "../../messages/index.ts";

/** A field that chat completions don't support, although it affects the answer. */
interface Uncarried {
  /** Its path in a request, from the outermost name on. */
  readonly path: readonly string[];
  /** Whether a value has no effect. */
  isNothing?(value: unknown): boolean;
  readonly fix: string;
}

/** What to do where another protocol is needed. */
export const elsewhere = "use an upstream of provider anthropic for it";

/**
 * Fields to reject. Other fields that aren't sent are hints that don't affect the answer: caching, service tiers,
 * diagnostics.
 */
export const uncarriedFields: readonly Uncarried[] = [
  { path: ["mcp_servers"], fix: `give the servers' tools as tools, or ${elsewhere}` },
  { path: ["container"], fix: elsewhere },
  {
    path: ["context_management"],
    isNothing: keepsAll,
    fix: `shorten the conversation yourself, or ${elsewhere}`,
  },
  { path: ["fallbacks"], fix: "name the fallbacks in a route of the gateway" },
  { path: ["output_format"], fix: "use output_config.format" },
  { path: ["output_config", "task_budget"], fix: `use max_tokens, or ${elsewhere}` },
  { path: ["speed"], isNothing: (value) => value === "standard", fix: elsewhere },
  {
    path: ["inference_geo"],
    isNothing: (value) => value === "global",
    fix: "name an upstream in that region",
  },
  { path: ["user_profile_id"], fix: `use metadata.user_id, or ${elsewhere}` },
  { path: ["workspace_id"], fix: "give the upstream the key of that workspace" },
];

/** The same for a tool of the caller. */
export const uncarriedToolFields: readonly Uncarried[] = [
  {
    path: ["defer_loading"],
    isNothing: (value) => value === false,
    fix: "send the tools that are needed now",
  },
  { path: ["allowed_callers"], isNothing: isDirect, fix: elsewhere },
];

/** Throws ApiError for the first field that would be lost, with what to do instead. */
export function checkCarried(request: MessagesRequest, summary: string): void {
  refuse(request, { fields: uncarriedFields, place: "", summary });
  for (const [i, tool] of (request.tools ?? []).entries())
    refuse(tool, { fields: uncarriedToolFields, place: `tools.${i}.`, summary });
}

interface Refusing {
  readonly fields: readonly Uncarried[];
  readonly place: string;
  readonly summary: string;
}

function refuse(value: unknown, { fields, place, summary }: Refusing): void {
  for (const { path, isNothing, fix } of fields) {
    const found = path.reduce<unknown>((node, name) => (isObject(node) ? node[name] : undefined), value);
    const isEmpty = found === undefined || found === null || (Array.isArray(found) && found.length === 0);
    if (isEmpty || isNothing?.(found)) continue;
    throw new ApiError(
      "invalid_request_error",
      `${place}${path.join(".")}: ${summary} has nothing for it; leave it out and ${fix}`,
    );
  }
}

/** Whether a tool's only caller is the model itself. */
function isDirect(callers: unknown): boolean {
  return Array.isArray(callers) && callers.every((caller) => caller === "direct");
}

/** Whether the edits of a conversation remove nothing from it, as some clients always send them. */
function keepsAll(management: unknown): boolean {
  const edits: unknown = isObject(management) ? (management["edits"] ?? []) : undefined;
  return Array.isArray(edits) && edits.every((edit) => isObject(edit) && edit["keep"] === "all");
}
