/** All error types of the API, with their HTTP statuses. */
export const errorStatus = {
  invalid_request_error: 400,
  authentication_error: 401,
  billing_error: 402,
  permission_error: 403,
  not_found_error: 404,
  request_too_large: 413,
  rate_limit_error: 429,
  api_error: 500,
  timeout_error: 504,
  overloaded_error: 529,
} as const;

/** An error type of the API; see `errorStatus`. */
export type ErrorType = keyof typeof errorStatus;

const isErrorType = (type: unknown): type is ErrorType =>
  typeof type === "string" && Object.hasOwn(errorStatus, type);

/** The JSON body of an error response. */
export interface ErrorBody {
  readonly type: "error";
  readonly error: { readonly type: ErrorType; readonly message: string; readonly details?: object };
  readonly request_id: string | null;
}

/**
 * An error that an HTTP client sees. `details` is sent in the body (`error.details`), for clients that act on a code;
 * `retryAfter` is in seconds. `retry` overrides what the status implies about whether the same request may succeed
 * later.
 */
export class ApiError extends Error {
  readonly type: ErrorType;
  readonly status: number;
  readonly details: object | undefined;
  readonly retryAfter: number | undefined;
  readonly retry: boolean;

  constructor(
    type: ErrorType,
    message: string,
    more: ErrorOptions & { details?: object; status?: number; retryAfter?: number; retry?: boolean } = {},
  ) {
    super(message, { cause: more.cause });
    this.name = "ApiError";
    this.type = type;
    this.status = more.status ?? errorStatus[type];
    this.details = more.details;
    this.retryAfter = more.retryAfter;
    this.retry = more.retry ?? isRetryable(this.status);
  }

  body(requestId: string | null): ErrorBody {
    const details = this.details === undefined ? {} : { details: this.details };
    return {
      type: "error",
      error: { type: this.type, message: this.message, ...details },
      request_id: requestId,
    };
  }

  /**
   * Parses an error body from a service (`undefined` if it isn't one). `status` determines the type if that is unknown.
   */
  static from(body: unknown, status?: number): ApiError | undefined {
    const error = field(body, "error");
    const message = field(error, "message");
    if (typeof message !== "string") return undefined;
    const type = field(error, "type");
    const details = field(error, "details");
    const more = {
      ...(typeof details === "object" && details !== null ? { details } : {}),
      ...(status === undefined ? {} : { status }),
    };
    return new ApiError(isErrorType(type) ? type : typeOf(status), message, more);
  }
}

const isRetryable = (status: number): boolean => [408, 409, 429].includes(status) || status >= 500;

/** The error type of a status. Unknown statuses from 400 to 499 are request errors, all others server errors. */
export function typeOf(status = 500): ErrorType {
  const found = Object.entries(errorStatus).find(([, known]) => known === status)?.[0];
  if (isErrorType(found)) return found;
  return status >= 400 && status < 500 ? "invalid_request_error" : "api_error";
}

const field = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name] // it is an object with that field
    : undefined;
