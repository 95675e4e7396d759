import { staticsOf } from "../../evaluate/classes.ts";
import type { ClassValue, ExternalValue, Machine, Value } from "../../evaluate/types.ts";
import { calledName, constant, items, native, unknown } from "../../evaluate/value.ts";
import { fieldType, objectOf, schemaValue, shape, type Shape } from "../../schema/kinds.ts";

const forms =
  /^(?:flask_wtf|wtforms|wtforms_alchemy|wtforms_sqlalchemy)(?:\.\w+)*\.(?:FlaskForm|Form|BaseForm|SecureForm)$/;

const isNeeded = (value: Value): boolean =>
  /^(?:DataRequired|InputRequired|Required)$/.test(calledName(value));

/** `StringField("Name", validators=[DataRequired()])`; `undefined` for submit buttons and anything else. */
function fieldOf(value: Value): { readonly shape: Shape; readonly isFile: boolean } | undefined {
  if (value.kind !== "external" || !value.args) return undefined;
  const name = value.of?.name ?? "";
  if (!name.endsWith("Field") || name === "SubmitField") return undefined;
  const validators = items(value.args.named.get("validators") ?? value.args.list[1]);
  return { shape: shape(fieldType(name), !validators.some(isNeeded)), isFile: /File/.test(name) };
}

/** Reads the fields of a form class. */
function readForm(cls: ClassValue, m: Machine): void {
  const fields = new Map<string, Shape>();
  for (const [name, value] of staticsOf(cls)) {
    const field = fieldOf(value);
    if (field?.isFile) m.read({ kind: "input", part: "file", path: [name] });
    else if (field) fields.set(name, field.shape);
  }
  if (!m.run || !fields.size) return;
  m.run.form = "application/x-www-form-urlencoded";
  const schema = objectOf(fields);
  m.run.checked.push({ part: "body", path: [], schema: schemaValue(schema) });
}

const sends = new Set(["post", "put", "patch", "delete"]);

/** Members of WTForms forms, such as whether the data is valid. */
export function formMember({ path }: ExternalValue, name: string, self: Value): Value | undefined {
  if (!forms.test(path) || !/^(?:validate|validate_on_submit|is_submitted)$/.test(name)) return undefined;
  return native(name, (_, m) => {
    const isSent = sends.has(m.run?.method ?? "");
    if (name !== "is_submitted" && isSent && self.kind === "object" && self.cls) readForm(self.cls, m);
    return isSent || name === "validate" ? unknown : constant(false);
  });
}
