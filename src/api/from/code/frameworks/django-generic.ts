import { ancestry } from "../evaluate/classes.ts";
import { args } from "../evaluate/machine.ts";
import { member } from "../evaluate/lookup.ts";
import type {
  Args,
  ClassValue,
  ExternalValue,
  InputValue,
  Machine,
  ObjectValue,
  Value,
} from "../evaluate/types.ts";
import { constant, each, native, nothing, object, textOf, truth, unknown } from "../evaluate/value.ts";
import { serialized } from "../schema/serializers.ts";
import { invalid, notFound } from "./django-http.ts";

/** What the framework's classes serve, by action: of viewsets by mixin, of generic views by method. */
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

const externals = (cls: ClassValue): readonly string[] =>
  ancestry(cls).flatMap((one) => (one.kind === "external" ? [one.name] : []));

/** Actions that a viewset has of the framework. */
export const actionsOf = (cls: ClassValue): ReadonlySet<string> =>
  new Set(externals(cls).flatMap((name) => mixins[name] ?? []));

/** The framework's action behind a method of a generic view. */
export const actionFor = (cls: ClassValue, verb: string): string | undefined =>
  externals(cls)
    .map((name) => generic[name]?.[verb])
    .find((one) => one !== undefined);

const response = (status: number, body?: Value): ObjectValue =>
  object(
    [
      ["status_code", constant(status)],
      ["%body", body ?? unknown],
    ],
    { type: "django.response", get: (name, self) => self.props.get(name) ?? native(name, () => unknown) },
  );

/** The serializer classes of a view, by its attribute or its method. */
function serializers(self: ObjectValue, m: Machine): readonly ClassValue[] {
  const found =
    self.cls && member(self.cls, "get_serializer_class")
      ? m.call(m.get(self, "get_serializer_class"), args([]))
      : m.get(self, "serializer_class");
  return each(found).filter((one): one is ClassValue => one.kind === "class");
}

const instance = (cls: ClassValue, given: Args, m: Machine): Value => m.construct(cls, given);

/** Reads the body by the view's serializer; what it refuses is answered 400. */
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

/** Calls a hook that the program may have, or saves by the serializer itself. */
function perform(
  name: string,
  self: ObjectValue,
  { m, serializer }: { m: Machine; serializer: Value },
): void {
  if (self.cls && member(self.cls, name)) m.call(m.get(self, name), args([serializer]));
  else if (serializer.kind === "object") m.call(m.get(serializer, "save"), args([]));
}

const asked = (self: ObjectValue, m: Machine): void => void m.call(m.get(self, "get_object"), args([]));
const queried = (self: ObjectValue, m: Machine): void => {
  if (self.cls && member(self.cls, "get_queryset")) m.call(m.get(self, "get_queryset"), args([]));
};

type Action = (self: ObjectValue, m: Machine) => Value;

const update =
  (isPartial: boolean): Action =>
  (self, m) => {
    asked(self, m);
    perform("perform_update", self, { m, serializer: checked(self, m, isPartial) });
    return response(200);
  };

const actions: Readonly<Record<string, Action>> = {
  list: (self, m) => {
    queried(self, m);
    return response(200);
  },
  create: (self, m) => {
    perform("perform_create", self, { m, serializer: checked(self, m, false) });
    return response(201);
  },
  retrieve: (self, m) => {
    asked(self, m);
    return response(200);
  },
  update: update(false),
  partial_update: update(true),
  destroy: (self, m) => {
    asked(self, m);
    perform("perform_destroy", self, { m, serializer: unknown });
    return response(204);
  },
};

const isSerializer = (base: ExternalValue): boolean => base.name.endsWith("Serializer");

/** Fields that methods compute, which may look at who asks. */
function computed(self: ObjectValue, m: Machine): void {
  for (const [name, value] of self.cls?.statics ?? []) {
    if (value.kind !== "external" || value.of?.name !== "SerializerMethodField" || !self.cls) continue;
    const method = textOf(value.args?.list[0] ?? value.args?.named.get("method_name")) ?? `get_${name}`;
    if (member(self.cls, method))
      m.branches([() => nothing, () => m.call(m.get(self, method), args([unknown]))]);
  }
}

/** What a serializer of the program has of the framework. */
function serializerMember(name: string, self: ObjectValue, m: Machine): Value | undefined {
  const named = self.base?.args?.named;
  switch (name) {
    case "is_valid":
      return native(name, (given) => {
        const data = named?.get("data") ?? self.base?.args?.list[1];
        for (const one of data ? each(data) : [])
          if (one.kind === "input" && self.cls)
            m.run?.checked.push({
              part: one.part,
              path: one.path,
              schema: serialized(self.cls, truth(named?.get("partial") ?? unknown) === true),
            });
        const raises = truth(given.named.get("raise_exception") ?? given.list[0] ?? unknown) === true;
        const body = self.cls && member(self.cls, "validate") ? m.get(self, "validate") : undefined;
        if (body) m.branches([() => nothing, () => m.call(body, args([unknown]))]);
        if (raises) m.throws.push(invalid());
        return raises ? constant(true) : unknown;
      });
    case "save":
      return native(name, () => {
        for (const method of ["create", "update"])
          if (self.cls && member(self.cls, method))
            m.branches([
              () => nothing,
              () => m.call(m.get(self, method), { ...args([unknown, unknown]), open: true }),
            ]);
        return unknown;
      });
    case "context":
      return named?.get("context") ?? unknown;
    case "data":
      computed(self, m);
      return unknown;
    case "validated_data":
    case "errors":
    case "initial_data":
    case "instance":
      return unknown;
    default:
      return undefined;
  }
}

const isView = /(?:APIView|ViewSet|ModelMixin|ViewSetMixin)$/;

/** What views and serializers of the program have of the framework. */
export function inherited(base: ExternalValue, name: string, self: Value, m: Machine): Value | undefined {
  if (self.kind !== "object") return undefined;
  if (isSerializer(base)) return serializerMember(name, self, m);
  if (!isView.test(base.name) && base.name !== "View") return undefined;
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (action) return native(name, () => action(self, m));
  const by = self.cls && actionFor(self.cls, name);
  const inner = by === undefined ? undefined : actions[by];
  if (inner) return native(name, () => inner(self, m));
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
      return native(name, (given) => {
        const [cls] = serializers(self, m);
        return cls ? instance(cls, given, m) : unknown;
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
      return undefined;
    default:
      return unknown;
  }
}
