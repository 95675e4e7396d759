import { inTable, isObject } from "../../lib/index.ts";
import { ApiError, typeOf, type ErrorType } from "../../messages/index.ts";

interface Kind {
  readonly type: ErrorType;
  readonly retry?: false;
}

const overflow: Kind = { type: "invalid_request_error" };

/**
 * Kinds of errors by the server's `code`, else by `type`. Statuses alone are misleading: an exhausted quota is a 429.
 */
const kinds: Readonly<Record<string, Kind>> = {
  context_length_exceeded: overflow,
  exceed_context_size_error: overflow,
  string_above_max_length: overflow,
  model_max_prompt_tokens_exceeded: overflow,
  invalid_api_key: { type: "authentication_error" },
  account_deactivated: { type: "authentication_error" },
  insufficient_quota: { type: "billing_error" },
  billing_hard_limit_reached: { type: "billing_error" },
  billing_not_active: { type: "billing_error" },
  rate_limit_exceeded: { type: "rate_limit_error" },
  tokens: { type: "rate_limit_error" },
  requests: { type: "rate_limit_error" },
  model_not_found: { type: "not_found_error" },
  DeploymentNotFound: { type: "not_found_error" },
  content_filter: { type: "invalid_request_error" },
  content_policy_violation: { type: "invalid_request_error" },
  ResponsibleAIPolicyViolation: { type: "invalid_request_error" },
  tool_use_failed: { type: "api_error", retry: false },
  json_validate_failed: { type: "api_error", retry: false },
  unavailable_error: { type: "overloaded_error" },
  overloaded: { type: "overloaded_error" },
};

/** How servers report that a prompt is too long, with its tokens and the maximum, in either order. */
const overflows: readonly RegExp[] = [
  /maximum context length is (\d+)[\s\S]{0,120}?(?:resulted in|requested(?: about)?|contains? (?:at least )?)\s*(\d+)/i,
  /prompt \(?(?:length|contains) (\d+)[\s\S]{0,120}?(?:maximum model length of|model with) (\d+)/i,
  /Input length \(?(\d+)[\s\S]{0,60}?(?:context|input) length \(?(\d+)/i,
  /request \((\d+) tokens\) exceeds the available context size \((\d+)/i,
  /keep the first (\d+) tokens[\s\S]{0,120}?context length of only (\d+)/i,
  /exceeds the available context size|input length exceeds|context_length_exceeded/i,
  /Please reduce the length of the messages/i,
];

/** Converts a server's error object to an error of the Messages protocol. */
export function failureOf(error: unknown, status?: number): ApiError {
  const fields = isObject(error) ? error : {};
  const message =
    typeof error === "string" ? error : messageOf(fields["message"] ?? fields["detail"], status);
  if (status === 413) return new ApiError("request_too_large", message);
  const code = text(fields["code"]);
  const kind = inTable(kinds, code ?? "") ?? inTable(kinds, text(fields["type"]) ?? "");
  const numbers = kind === overflow ? counts(message, fields) : overflowing(message);
  if (kind === overflow || numbers !== undefined) {
    const [tokens, most] = numbers ?? [];
    const exact = tokens !== undefined && most !== undefined;
    const detail = exact ? `${tokens} tokens > ${most} maximum` : message;
    return new ApiError("invalid_request_error", `prompt is too long: ${detail}`);
  }
  if (kind) return new ApiError(kind.type, message, { ...(kind.retry === false && { retry: false }) });
  const stated = status ?? statusOf(fields["code"]) ?? 500;
  return new ApiError(typeOf(stated), message, { status: stated });
}

function messageOf(message: unknown, status: number | undefined): string {
  if (typeof message === "string" && message !== "") return message;
  if (message !== undefined && message !== null) return JSON.stringify(message).slice(0, 500);
  return `The model's service failed${status === undefined ? "" : ` with status ${status}`}.`;
}

const counts = (message: string, fields: Readonly<Record<string, unknown>>): readonly number[] => {
  const [tokens, most] = [fields["n_prompt_tokens"], fields["n_ctx"]]; // llama.cpp reports them separately
  return typeof tokens === "number" && typeof most === "number"
    ? [tokens, most]
    : (overflowing(message) ?? []);
};

/** The prompt's tokens and the maximum, descending; empty if unknown, `undefined` for other messages. */
function overflowing(message: string): readonly number[] | undefined {
  for (const pattern of overflows) {
    const found = pattern.exec(message);
    if (!found) continue;
    const numbers = found
      .slice(1)
      .filter((item) => item !== undefined)
      .map(Number);
    return numbers.length === 2 ? numbers.toSorted((a, b) => b - a) : [];
  }
  return undefined;
}

const text = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

const statusOf = (code: unknown): number | undefined => {
  const status = typeof code === "string" && /^\d{3}$/.test(code) ? Number(code) : code;
  return typeof status === "number" && status >= 400 && status < 600 ? status : undefined;
};
