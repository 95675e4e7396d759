import type { Args, ExternalValue, Machine, ObjectValue, Value } from "../../evaluate/types.ts";
import {
  constant,
  each,
  either,
  external,
  list,
  nobody,
  nothing,
  numbers,
  object,
  result,
  unknown,
  native,
  isMissing,
} from "../../evaluate/value.ts";
import { paged } from "./listing.ts";
import { args } from "../../evaluate/machine.ts";
import { does, type Effect, membersOf } from "../facts.ts";
import { named, inTable } from "../../../lib/index.ts";
import {
  cookies,
  credentials,
  environ,
  header,
  headers,
  hosted,
  input,
  keepOpen,
  page,
  sendOn,
  answerWith,
} from "../observe.ts";
import { session } from "../session.ts";
import { unleft } from "../../evaluate/shared.ts";
import { httpError, statusNamed, thrownStatus, pythonResponse } from "../statuses.ts";

const somebody = hosted("django.user", (name, _self, m) => {
  if (!m.run?.isSomebody) return unknown;
  return name === "is_authenticated" ? constant(true) : name === "is_anonymous" ? constant(false) : unknown;
});
const user: ObjectValue = { ...somebody, host: { type: "django.user", ...somebody.host, isThere: true } };

/** Members of Django's AnonymousUser; it has no fields of the program's user model. */
const ofAnonymous =
  /^(?:id|pk|username|groups|user_permissions|get_\w+|has_\w+|check_password|save|delete|set_password|auth|_\w+)$/;

const anonymous: ObjectValue = object([], {
  type: "django.user",
  isNobody: true,
  isThere: true,
  get(name, self, m) {
    const left = keepOpen(self.props.get(name), m) ?? unleft("django.user", name, m);
    if (left) return left;
    if (name === "is_anonymous") return constant(true);
    if (/^is_(?:authenticated|staff|superuser|active)$/.test(name)) return constant(false);
    if (ofAnonymous.test(name)) return unknown;
    return m.raise(result(external("AttributeError"), args([])));
  },
});

/** Django's request, as Django REST framework wraps it. */
export function djangoRequest(verb: string, schemes: readonly string[]): ObjectValue {
  const who: Effect = ({ name, m }) => {
    for (const scheme of schemes) credentials(m, scheme);
    if (!m.run?.absent) return user;
    return name === "auth" ? nobody : anonymous;
  };
  const members = membersOf({
    ...named("data POST body", input("body")),
    FILES: { kind: "input", part: "file", path: [] },
    ...named("query_params GET", input("query")),
    ...named("auth user", who),
    session: session({ hasId: true }),
    COOKIES: cookies,
    headers,
    META: environ,
    method: constant(verb.toUpperCase()),
    is_secure: does(() => constant(true)),
  });
  return hosted("django.request", members);
}

const makeResponse = (status: Value, body: Value | undefined): ObjectValue =>
  pythonResponse("django", status, body);

/** A response of the framework itself. */
export const response = (status: number, body?: Value): ObjectValue => makeResponse(constant(status), body);

const redirects: Readonly<Record<string, number>> = {
  HttpResponseRedirect: 302,
  HttpResponsePermanentRedirect: 301,
  HttpResponseNotModified: 304,
};

/** Functions of Django that create responses or errors. */
export function djangoCall(callee: ExternalValue, callArgs: Args, m: Machine): Value | undefined {
  const { path, name } = callee;
  if (
    path === "rest_framework.response.Response" ||
    /^django\.http(?:\.response)?\.(?:JsonResponse|HttpResponse|StreamingHttpResponse|FileResponse)$/.test(
      path,
    )
  ) {
    const place = name === "Response" ? 1 : name === "HttpResponse" ? 2 : -1;
    return makeResponse(
      callArgs.named.get("status") ?? (place < 0 ? undefined : callArgs.list[place]) ?? constant(200),
      callArgs.named.get("data") ?? callArgs.list[0],
    );
  }
  if (/^django\.http(?:\.response)?\.HttpResponse\w+$/.test(path)) {
    const status =
      inTable(redirects, name) ??
      (name === "HttpResponseNotAllowed" ? 405 : statusNamed(name.replace("HttpResponse", "")));
    if (Object.hasOwn(redirects, name)) sendOn(callArgs.list[0], m);
    return status === undefined ? undefined : makeResponse(constant(status), callArgs.list[0]);
  }
  if (
    /^django\.shortcuts\.(?:get_object_or_404|get_list_or_404|aget_object_or_404)$/.test(path) ||
    /(?:^|\.)get_object_or_404$/.test(path)
  ) {
    m.throws.push(notFound());
    // a record, whose methods the program's model defines
    return callArgs.list[0]?.kind === "class" && !path.includes("list") ? result(callee, callArgs) : unknown;
  }
  if (path === "rest_framework.compat.is_authenticated" && callArgs.list[0])
    return m.get(callArgs.list[0], "is_authenticated");
  if (path === "rest_framework.authentication.get_authorization_header") {
    const value = header("authorization", m);
    return isMissing(value) ? noHeader : value;
  }
  if (path === "rest_framework.views.exception_handler") return explained(callArgs.list[0]);
  const paging = /^rest_framework\.pagination\.(\w+)\(\)\.(paginate_queryset|get_paginated_response)$/.exec(
    path,
  );
  if (paging?.[2] === "get_paginated_response") return response(200, callArgs.list[0]);
  if (paging) {
    paged(external(paging[1] ?? ""), m);
    return unknown;
  }
  if (path === "django.shortcuts.redirect" || path === "django.contrib.auth.views.redirect_to_login") {
    sendOn(callArgs.list[0], m);
    return makeResponse(constant(302), undefined);
  }
  if (path === "django.shortcuts.render")
    return makeResponse(callArgs.named.get("status") ?? constant(200), page);
  if (path === "django.http.Http404") return notFound();
  if (path === "django.core.exceptions.PermissionDenied") return httpError(403, callee);
  if (
    path.startsWith("rest_framework.exceptions.") ||
    path === "rest_framework.serializers.ValidationError"
  ) {
    const code = statusOf(name);
    return code === undefined ? undefined : httpError(code, callee);
  }
  return undefined;
}

/** The value of a missing header: an empty text, which splits into no words. */
const noHeader: ObjectValue = object([], {
  type: "drf.header",
  get: (name, self) =>
    native(name, () => (name === "split" ? { kind: "const", value: "", absent: true } : self)),
});

/** The response that Django REST framework creates for an error, or nothing for errors it doesn't handle. */
function explained(error: Value | undefined): Value {
  const statuses = error ? each(error).flatMap((value) => thrownStatus(value)) : [];
  const unknownTo = error ? each(error).some((value) => !thrownStatus(value).length) : true;
  return either([...statuses.map((status) => response(status)), ...(unknownTo ? [nothing] : [])]);
}

export const notFound = (): ObjectValue => httpError(404, external("django.http.Http404"));
export const invalid = (): ObjectValue =>
  httpError(400, external("rest_framework.exceptions.ValidationError"));

const errorStatuses: Readonly<Record<string, number>> = {
  ValidationError: 400,
  ParseError: 400,
  AuthenticationFailed: 401,
  NotAuthenticated: 401,
  PermissionDenied: 403,
  NotFound: 404,
  MethodNotAllowed: 405,
  NotAcceptable: 406,
  UnsupportedMediaType: 415,
  Throttled: 429,
  APIException: 500,
  Http404: 404,
};

/** The status of a Django REST framework exception. */
export const statusOf = (name: string): number | undefined => inTable(errorStatuses, name);

export function djangoNames(path: string): Value | undefined {
  if (path === "rest_framework.permissions.SAFE_METHODS")
    return list(["GET", "HEAD", "OPTIONS"].map(constant));
  return undefined;
}

/** The response of an instance of the program's own response class. */
function ownAnswer(value: Value, m: Machine): Value {
  if (value.kind !== "object" || !value.cls || !value.base || value.props.has("status_code")) return value;
  const statedStatuses = numbers(m.get(value, "status_code"));
  if (statedStatuses.length) return makeResponse(either(statedStatuses.map(constant)), undefined);
  return djangoCall(value.base, value.base.args ?? args([]), m) ?? value;
}

/** Answers with what a view returned. */
export function returned(value: Value, m: Machine): void {
  answerWith(ownAnswer(value, m), m);
}
