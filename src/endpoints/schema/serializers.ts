import { inTable } from "../../lib/index.ts";
import type { JsonSchema } from "../../schema/index.ts";
import { staticsOf, librariesOf } from "../evaluate/classes.ts";
import { member } from "../evaluate/lookup.ts";
import { args } from "../evaluate/machine.ts";
import type { ClassValue, Value } from "../evaluate/types.ts";
import { external, items, result, textOf, texts, truth, unknown } from "../evaluate/value.ts";
import { fieldType, objectOf, schemaValue, shape, type Shape } from "./kinds.ts";

const answeredOnly =
  /^(?:SerializerMethodField|ReadOnlyField|StringRelatedField|HiddenField|HyperlinkedIdentityField|SerializerMethod)$/;
const is = (value: Value | undefined): boolean => truth(value ?? unknown) === true;

/** Whether a serializer is read for input or answers, and at which nesting depth. */
interface Look {
  readonly isAnswer: boolean;
  readonly depth: number;
}

const inner = ({ isAnswer, depth }: Look): Look => ({ isAnswer, depth: depth + 1 });

/** Whether a field exists only in the other direction. */
const isElsewhere = (kind: string, named: ReadonlyMap<string, Value> | undefined, look: Look): boolean =>
  look.isAnswer
    ? is(named?.get("write_only")) || kind === "HiddenField"
    : is(named?.get("read_only")) || answeredOnly.test(kind);

/** A declared field of a serializer; `undefined` if it exists only in the other direction. */
function declared(value: Value, look: Look): Shape | undefined {
  if (value.kind === "object" && value.cls) {
    const named = value.base?.args?.named;
    const bases = librariesOf(value.cls).map(({ name }) => name);
    if (bases.some((name) => isElsewhere(name, named, look))) return undefined;
    const isNested = bases.some((name) => name.endsWith("Serializer"));
    const inside = isNested ? serializerSchema(value.cls, inner(look)) : {};
    const isOptional = truth(named?.get("required") ?? unknown) === false;
    return shape(is(named?.get("many")) ? { type: "array", items: inside } : inside, isOptional);
  }
  if (value.kind !== "external" || !value.args) return undefined;
  const kind = value.of?.name ?? "";
  const { named } = value.args;
  if (isElsewhere(kind, named, look)) return undefined;
  if (kind === "SerializerMethodField" || kind === "ReadOnlyField") return shape({});
  const isOptional =
    truth(named.get("required") ?? unknown) === false || named.has("default") || is(named.get("allow_null"));
  const child = named.get("child");
  if (kind === "ListField")
    return shape({ type: "array", items: (child && declared(child, inner(look))?.schema) ?? {} }, isOptional);
  return shape(is(named.get("many")) ? { type: "array", items: {} } : fieldType(kind), isOptional);
}

/** A model's column, for input or answers; `undefined` if Django sets it. */
function column(value: Value | undefined, isAnswer: boolean): Shape | undefined {
  if (value?.kind !== "external" || !value.args) return undefined;
  const kind = value.of?.name ?? "";
  if (!/(?:Field|ForeignKey)$/.test(kind)) return undefined;
  const { named } = value.args;
  if (isAnswer) return shape(fieldType(kind));
  if (
    kind.endsWith("AutoField") ||
    is(named.get("auto_now")) ||
    is(named.get("auto_now_add")) ||
    truth(named.get("editable") ?? unknown) === false
  )
    return undefined;
  return shape(fieldType(kind), is(named.get("blank")) || is(named.get("null")) || named.has("default"));
}

const names = (value: Value | undefined): readonly string[] => items(value).flatMap((item) => texts(item));

/** Fields that serializers inherit from libraries' classes. */
const bundledFields: Readonly<Record<string, readonly string[]>> = {
  TokenRefreshSerializer: ["refresh"],
  TokenBlacklistSerializer: ["refresh"],
  TokenRefreshSlidingSerializer: ["token"],
  TokenVerifySerializer: ["token"],
  AuthTokenSerializer: ["username", "password"],
};

/** Fields of Django's own forms; a subclass names those of the user in its `Meta`. */
export const formFields: Readonly<Record<string, readonly string[]>> = {
  AuthenticationForm: ["username", "password"],
  BaseUserCreationForm: ["password1", "password2"],
  UserCreationForm: ["password1", "password2"],
  AdminUserCreationForm: ["password1", "password2"],
  PasswordResetForm: ["email"],
  SetPasswordForm: ["new_password1", "new_password2"],
  PasswordChangeForm: ["old_password", "new_password1", "new_password2"],
};
const isForm = /^django\.(?:contrib\.auth\.)?forms\b/;

const broughtTo = (cls: ClassValue): readonly (readonly [string, Value])[] =>
  librariesOf(cls)
    .flatMap(({ name }) => inTable(bundledFields, name) ?? inTable(formFields, name) ?? [])
    .map((name) => [name, result(external("rest_framework.serializers.CharField"), args([]))]);

/** The fields that a Django REST framework serializer reads or returns. */
function serializerSchema(cls: ClassValue, look: Look): JsonSchema {
  if (look.depth > 6) return {};
  const members = new Map([...broughtTo(cls), ...staticsOf(cls)]);
  const meta = members.get("Meta");
  const schema = described(members, meta?.kind === "class" ? staticsOf(meta) : undefined, look);
  // a form has the fields it declares, whatever its model's columns
  const others = librariesOf(cls).some(({ path }) => isForm.test(path));
  return others && meta ? joined(described(members, undefined, look), schema) : schema;
}

/** Merges two object schemas. */
const joined = (schema: JsonSchema, other: JsonSchema): JsonSchema => ({
  ...schema,
  ...other,
  properties: { ...schema.properties, ...other.properties },
  required: [...new Set([...(schema.required ?? []), ...(other.required ?? [])])],
});

/**
 * The fields of a serializer: declared one by one, or taken from a model by column name.
 * @param meta `model`, `fields` and the like.
 */
export function described(
  members: ReadonlyMap<string, Value>,
  meta: ReadonlyMap<string, Value> | undefined,
  look: Look = { isAnswer: false, depth: 0 },
): JsonSchema {
  const ownFields = new Map(
    [...members].filter(
      ([, value]) =>
        (value.kind === "external" &&
          value.args !== undefined &&
          /Field$|Related/.test(value.of?.name ?? "")) ||
        (value.kind === "object" && value.cls !== undefined),
    ),
  );
  const settings = meta ?? new Map<string, Value>();
  const model = settings.get("model");
  const columns = model?.kind === "class" ? staticsOf(model) : new Map<string, Value>();
  const { isAnswer } = look;
  const other = isAnswer ? "write_only" : "read_only";
  const hidden = new Set([
    ...names(isAnswer ? undefined : settings.get("read_only_fields")),
    ...names(settings.get("exclude")),
  ]);
  const extra = settings.get("extra_kwargs");
  if (extra?.kind === "object")
    for (const [name, options] of extra.props)
      if (options.kind === "object" && is(options.props.get(other))) hidden.add(name);
  const statedFields = settings.get("fields");
  const isAll = textOf(statedFields) === "__all__" || (meta !== undefined && statedFields === undefined);
  const automatic = isAnswer && isAll ? ["id"] : [];
  const whole = [...automatic, ...ownFields.keys(), ...broughtColumns(model), ...columns.keys()];
  const fieldNames = meta ? (isAll ? whole : names(statedFields)) : [...ownFields.keys()];
  return objectOf(
    [...new Set(fieldNames)].flatMap((name): readonly (readonly [string, Shape])[] => {
      if (hidden.has(name)) return [];
      const field = ownFields.get(name);
      const found = field
        ? declared(field, look)
        : columns.has(name)
          ? column(columns.get(name), isAnswer)
          : isAnswer
            ? namedShape(name)
            : inherited(name, model);
      return found ? [[name, found]] : [];
    }),
  );
}

/** The answer's schema of a column that Django or a library's model defines. */
const namedShape = (name: string): Shape =>
  shape(
    name === "id" || name === "pk"
      ? { type: "integer" }
      : /(?:_at|_joined|_login|created|modified)$/.test(name)
        ? { type: "string", format: "date-time" }
        : name.startsWith("is_")
          ? { type: "boolean" }
          : {},
  );

/** Writable columns of Django's own user models. */
const userColumns: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^Abstract(?:Base)?User$|^User$/, ["password", "last_login"]],
  [/^PermissionsMixin$|^(?:Abstract)?User$/, ["is_superuser", "groups", "user_permissions"]],
  [
    /^(?:Abstract)?User$/,
    ["username", "first_name", "last_name", "email", "is_staff", "is_active", "date_joined"],
  ],
];

/** The columns that a model inherits from Django's own. */
function broughtColumns(model: Value | undefined): readonly string[] {
  const bases = (model ? librariesOf(model) : [])
    .filter(({ path }) => path.startsWith("django."))
    .map(({ name }) => name);
  return userColumns.flatMap(([pattern, columns]) =>
    bases.some((name) => pattern.test(name)) ? columns : [],
  );
}

/** A column that a library's model defines, such as that of a user. */
function inherited(name: string, model: Value | undefined): Shape | undefined {
  const isBrought = broughtColumns(model).includes(name);
  // a property of the model, which is read-only
  if (model?.kind === "class" && member(model, name)) return undefined;
  const isOwn =
    model?.kind === "class" && !librariesOf(model).some((value) => /User$|PermissionsMixin/.test(value.name));
  const isSet = /^(?:id|pk|url|created_at|updated_at|created|modified|date_joined|last_login)$/.test(name);
  if (!isBrought && (isOwn || isSet)) return undefined;
  const isFlag = /^is_(?:active|staff|superuser)$/.test(name);
  return shape({ type: isFlag ? "boolean" : "string" }, name !== "username" && name !== "password");
}

/** Wraps a serializer's schema as a value for `schemaOf`. */
export const serialized = (cls: ClassValue, isPartial = false): Value => {
  const schema = serializerSchema(cls, { isAnswer: false, depth: 0 });
  const { required: _, ...rest } = schema;
  return schemaValue(isPartial ? rest : schema);
};

/** A value that stands for a serializer's output. */
export function answeredBy(cls: ClassValue, isMany: boolean): Value {
  const { required: _, ...schema } = serializerSchema(cls, { isAnswer: true, depth: 0 });
  return { kind: "unknown", says: schemaValue(isMany ? { type: "array", items: schema } : schema) };
}
