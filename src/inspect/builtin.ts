import { inTable } from "../lib/index.ts";
import { pythonBases } from "../code/index.ts";

/** Superclasses of the errors in languages and frameworks, as far as handlers name them. */
const above: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(pythonBases).map(([name, [base = ""]]) => [name, base])),
  // Java
  FileNotFoundException: "IOException",
  UncheckedIOException: "RuntimeException",
  IOException: "Exception",
  IllegalArgumentException: "RuntimeException",
  NumberFormatException: "IllegalArgumentException",
  IllegalStateException: "RuntimeException",
  NullPointerException: "RuntimeException",
  UnsupportedOperationException: "RuntimeException",
  IndexOutOfBoundsException: "RuntimeException",
  ArrayIndexOutOfBoundsException: "IndexOutOfBoundsException",
  NoSuchElementException: "RuntimeException",
  ConcurrentModificationException: "RuntimeException",
  ClassCastException: "RuntimeException",
  ArithmeticException: "RuntimeException",
  ExecutionException: "Exception",
  InterruptedException: "Exception",
  // JavaScript
  ...under("Error", "TypeError RangeError SyntaxError ReferenceError EvalError URIError AggregateError"),
  // NestJS
  ...under(
    "HttpException",
    `BadRequestException UnauthorizedException NotFoundException ForbiddenException NotAcceptableException
    RequestTimeoutException ConflictException GoneException PayloadTooLargeException UnsupportedMediaTypeException
    UnprocessableEntityException InternalServerErrorException NotImplementedException BadGatewayException
    ServiceUnavailableException GatewayTimeoutException PreconditionFailedException MethodNotAllowedException
    ImATeapotException HttpVersionNotSupportedException MisdirectedException`,
  ),
};

function under(base: string, names: string): Readonly<Record<string, string>> {
  return Object.fromEntries(names.split(/\s+/).map((name) => [name, base]));
}

/** Returns the superclasses of a built-in error, nearest first. */
export function builtin(type: string): readonly string[] {
  const found: string[] = [];
  for (let at = inTable(above, type); at; at = inTable(above, at)) found.push(at);
  return found;
}
