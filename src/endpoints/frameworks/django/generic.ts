import { librariesOf } from "../../evaluate/classes.ts";
import { args } from "../../evaluate/machine.ts";
import { member } from "../../evaluate/lookup.ts";
import type {
  Args,
  ClassValue,
  ExternalValue,
  InputValue,
  Machine,
  ObjectValue,
  Value,
} from "../../evaluate/types.ts";
import {
  constant,
  each,
  either,
  external,
  native,
  nothing,
  object,
  result,
  texts,
  truth,
  unknown,
} from "../../evaluate/value.ts";
import { bundledPost } from "./bundled.ts";
import { invalid, notFound, response } from "./http.ts";
import { paged } from "./listing.ts";
import { pageAction, pageMember } from "./pages.ts";
import { serializerMember, formMember } from "./serializer.ts";
import { inTable } from "../../../lib/index.ts";

/** The actions of the framework's classes: of viewsets by mixin, of generic views by method. */
const mixins: Readonly<Record<string, readonly string[]>> = {
  ModelViewSet: ["list", "create", "retrieve", "update", "partial_update", "destroy"],
  ReadOnlyModelViewSet: ["list", "retrieve"],
  ListModelMixin: ["list"],
  CreateModelMixin: ["create"],
  RetrieveModelMixin: ["retrieve"],
  UpdateModelMixin: ["update", "partial_update"],
  DestroyModelMixin: ["destroy"],
};

const generic: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ListAPIView: { get: "list" },
  CreateAPIView: { post: "create" },
  RetrieveAPIView: { get: "retrieve" },
  UpdateAPIView: { put: "update", patch: "partial_update" },
  DestroyAPIView: { delete: "destroy" },
  ListCreateAPIView: { get: "list", post: "create" },
  RetrieveUpdateAPIView: { get: "retrieve", put: "update", patch: "partial_update" },
  RetrieveDestroyAPIView: { get: "retrieve", delete: "destroy" },
  RetrieveUpdateDestroyAPIView: {
    get: "retrieve",
    put: "update",
    patch: "partial_update",
    delete: "destroy",
  },
};

const externals = (cls: ClassValue): readonly string[] => librariesOf(cls).map(({ name }) => name);

/** The actions that a viewset inherits from the framework. */
export const actionsOf = (cls: ClassValue): ReadonlySet<string> =>
  new Set(externals(cls).flatMap((name) => inTable(mixins, name) ?? []));

/** The framework's action that a generic view runs for a method. */
export const actionFor = (cls: ClassValue, verb: string): string | undefined =>
  externals(cls)
    .map((name) => inTable(generic, name)?.[verb] ?? pageAction(name, verb))
    .find((item) => item !== undefined);

/** The serializer classes of a view, from its attribute or its method. */
function serializers(self: ObjectValue, m: Machine): readonly ClassValue[] {
  const found =
    self.cls && member(self.cls, "get_serializer_class")
      ? m.call(m.get(self, "get_serializer_class"), args([]))
      : m.get(self, "serializer_class");
  return each(found).filter((value): value is ClassValue => value.kind === "class");
}

const instance = (cls: ClassValue, callArgs: Args, m: Machine): Value => m.construct(cls, callArgs);

/** Validates the body with the view's serializer; an invalid body is answered 400. */
function checked(self: ObjectValue, m: Machine, isPartial: boolean): Value {
  const body: InputValue = { kind: "input", part: "body", path: [] };
  const all = serializers(self, m);
  let last: Value = unknown;
  for (const cls of all) {
    last = instance(
      cls,
      args(
        [],
        [
          ["data", body],
          ["partial", constant(isPartial)],
        ],
      ),
      m,
    );
    m.call(m.get(last, "is_valid"), args([], [["raise_exception", constant(true)]]));
  }
  if (!all.length) m.throws.push(invalid());
  return last;
}

/** Calls a hook of the program if there is one, or saves through the serializer. */
function perform(
  name: string,
  self: ObjectValue,
  { m, serializer }: { m: Machine; serializer: Value },
): void {
  if (self.cls && member(self.cls, name)) m.call(m.get(self, name), args([serializer]));
  else if (serializer.kind === "object") m.call(m.get(serializer, "save"), args([]));
}

const callGetObject = (self: ObjectValue, m: Machine): void =>
  void m.call(m.get(self, "get_object"), args([]));
const queried = (self: ObjectValue, m: Machine): void => {
  if (self.cls && member(self.cls, "get_queryset")) m.call(m.get(self, "get_queryset"), args([]));
};

/** Answers with the view's serializers, whose fields may read the request. */
function serialized(self: ObjectValue, m: Machine, isMany: boolean): Value {
  const context = object([
    ["request", m.get(self, "request")],
    ["view", self],
  ]);
  const named = [
    ["context", context],
    ["many", constant(isMany)],
  ] as const;
  return either(serializers(self, m).map((cls) => m.get(instance(cls, args([unknown], named), m), "data")));
}

/** The output of a serializer for what it saved. */
const serializedData = (serializer: Value, m: Machine): Value =>
  serializer.kind === "object" && serializer.cls ? m.get(serializer, "data") : unknown;

/** A list, wrapped in its page. */
function inPages(data: Value, self: ObjectValue): Value {
  const [pages = ""] = texts(self.props.get("%pages"));
  if (pages === "own") return unknown;
  if (!pages) return data;
  const link: Value = { kind: "unknown", written: "" };
  return object([
    ...(pages === "cursor" ? [] : [["count", constant(1)] as const]),
    ["next", link],
    ["previous", link],
    ["results", data],
  ]);
}

type Action = (self: ObjectValue, m: Machine, callArgs: Args) => Value;

const update: Action = (self, m, { named }) => {
  const isPartial = truth(named.get("partial") ?? constant(false)) === true;
  callGetObject(self, m);
  const serializer = checked(self, m, isPartial);
  perform("perform_update", self, { m, serializer });
  return response(200, serializedData(serializer, m));
};

const actions: Readonly<Record<string, Action>> = {
  list: (self, m) => {
    queried(self, m);
    return response(200, inPages(serialized(self, m, true), self));
  },
  create: (self, m) => {
    const serializer = checked(self, m, false);
    perform("perform_create", self, { m, serializer });
    return response(201, serializedData(serializer, m));
  },
  retrieve: (self, m) => {
    callGetObject(self, m);
    return response(200, serialized(self, m, false));
  },
  update,
  partial_update: (self, m, callArgs) =>
    m.call(m.get(self, "update"), {
      ...callArgs,
      named: new Map([...callArgs.named, ["partial", constant(true)]]),
    }),
  destroy: (self, m) => {
    callGetObject(self, m);
    perform("perform_destroy", self, { m, serializer: unknown });
    return response(204);
  },
};

const isSerializer = (base: ExternalValue): boolean => base.name.endsWith("Serializer");

const isView = /(?:APIView|ViewSet|ModelMixin|ViewSetMixin)$/;

/** Whether a library's member belongs to a model that raises validation errors. */
const isModel = ({ path }: ExternalValue): boolean =>
  /^django\.db\.models(?:\.base)?\.Model$|AbstractBaseUser$|AbstractUser$/.test(path);

const modelMember = (name: string, m: Machine): Value | undefined =>
  name === "full_clean" || name === "clean_fields" || name === "validate_unique"
    ? native(name, () => {
        m.throws.push(result(external("django.core.exceptions.ValidationError"), args([])));
        return nothing;
      })
    : undefined;

/** A member of a class with pagination. */
function pagination(name: string, self: ObjectValue, m: Machine): Value | undefined {
  if (name === "get_paginated_response") return native(name, ({ list: [body] }) => response(200, body));
  if (name !== "paginate_queryset") return undefined;
  return native(name, () => {
    if (self.cls) paged(self.cls, m);
    return unknown;
  });
}

/** A member that views and serializers of the program inherit from the framework. */
export function inherited(base: ExternalValue, name: string, self: Value, m: Machine): Value | undefined {
  if (self.kind !== "object") return undefined;
  if (isSerializer(base)) return serializerMember(name, self, m);
  if (base.name.endsWith("Pagination")) return pagination(name, self, m);
  if (isModel(base)) return modelMember(name, m);
  const value = pageMember(base, name, { self, m }) ?? formMember(base, name, self);
  if (value) return value;
  if (name === "post") {
    const post = bundledPost(base, self, m);
    if (post) return post;
  }
  if (!isView.test(base.name) && base.name !== "View") return undefined;
  const action = inTable(actions, name);
  if (action) return native(name, (callArgs) => action(self, m, callArgs));
  // the view's own action, if it has one, replaces the method
  const by = self.cls && actionFor(self.cls, name);
  if (by !== undefined) return native(name, (callArgs) => m.call(m.get(self, by), callArgs));
  switch (name) {
    case "get_object":
      return native(name, () => {
        queried(self, m);
        m.throws.push(notFound());
        const permit = self.props.get("%object");
        if (permit) m.call(permit, args([]));
        return unknown;
      });
    case "check_object_permissions":
      return native(name, () => {
        const permit = self.props.get("%object");
        return permit ? m.call(permit, args([])) : nothing;
      });
    case "get_serializer":
      return native(name, (callArgs) => {
        const [cls] = serializers(self, m);
        return cls ? instance(cls, callArgs, m) : unknown;
      });
    case "get_paginated_response":
      return native(name, ({ list: [body] }) => response(200, body));
    case "filter_queryset":
    case "paginate_queryset":
      return native(name, () => unknown);
    case "get_serializer_class":
      return native(name, () => self.props.get("serializer_class") ?? m.get(self, "serializer_class"));
    case "perform_create":
    case "perform_update":
      return native(name, ({ list: [serializer] }) =>
        serializer ? m.call(m.get(serializer, "save"), args([])) : nothing,
      );
    case "get_permissions":
      // a value that the view has set for this request takes precedence
      return native(name, () => self.props.get("permission_classes") ?? m.get(self, "%permissions"));
    default:
      return unknown;
  }
}
