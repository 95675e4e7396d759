import { listed, nearest, patternFault } from "../lib/index.ts";
import { accountOf } from "./account.ts";
import type { Field, Resource } from "./definition.ts";
import { fieldType, isNullable, ownedSets, storedFields } from "./fields.ts";
import { matches } from "./match.ts";
import { WrongPart, type PartOf } from "./wrong-part.ts";

function known(resource: Resource, name: string, part: PartOf, what: string): Field {
  const fields = storedFields(resource);
  const field = fields.find((candidate) => candidate.name === name);
  if (field) return field;
  const names = fields.map((candidate) => candidate.name);
  const meant = nearest(name, names);
  throw new WrongPart(
    part,
    `${what} names ${JSON.stringify(name.slice(0, 60))}, which ${resource.name} does not have.`,
    meant ? `Did you mean ${meant}?` : `${resource.name} has ${listed(names)}.`,
  );
}

function checkFields(resource: Resource): void {
  for (const field of resource.fields) {
    const part = { resource: resource.name, part: ["fields", field.name] };
    const type = fieldType(field.schema);
    const pattern = [field.schema["pattern"], field.schema.items?.["pattern"]].find(
      (text) => typeof text === "string",
    );
    const fault = typeof pattern === "string" ? patternFault(pattern) : undefined;
    if (fault !== undefined)
      throw new WrongPart(
        part,
        `The pattern of ${field.name} ${fault}.`,
        "Use a simpler one, such as /^[a-z0-9-]+$/.",
      );
    for (const key of ["default", "fill"] as const)
      if (field[key] !== undefined && !matches(field.schema, field[key]))
        throw new WrongPart(
          part,
          `The ${key} of ${field.name}, ${JSON.stringify(field[key])}, is not a valid ${type}.`,
          field.schema.enum
            ? `Use one of ${field.schema.enum.join(", ")}.`
            : `Give a ${key} that the field's own rules accept.`,
        );
    if (field.unique && (type === "array" || type === "json"))
      throw new WrongPart(
        part,
        `${field.name} can't be unique: it is ${type === "array" ? "a list" : "JSON"}.`,
        "Leave unique out.",
      );
    if (field.secret && type !== "string")
      throw new WrongPart(
        part,
        `${field.name} can't be secret: only text is hashed.`,
        "Make it a string, or not secret.",
      );
    if (field.auto && field.default !== undefined && field.auto !== "action")
      throw new WrongPart(
        part,
        `${field.name} is set by the system, so its default never counts.`,
        "Leave one of both out.",
      );
    if (field.auto === "now" && type !== "datetime" && type !== "date")
      throw new WrongPart(
        part,
        `${field.name} can't be the time of creation: it is not a date.`,
        "Make it a datetime.",
      );
    if (field.auto === "uuid" && type !== "uuid")
      throw new WrongPart(part, `${field.name} can't be a new id: it is not a uuid.`, "Make it a uuid.");
  }
}

/** Operations that every resource has, and what deleting is called in generated code. */
const verbs = new Set(["list", "create", "get", "update", "patch", "delete", "remove"]);

/** Checks that a named `owner` is a belongs-to relation of the resource. */
function checkOwner(resource: Resource): void {
  const { owner, relations } = resource;
  if (owner === undefined || owner === "none") return;
  const names = relations.filter(({ kind }) => kind === "belongs-to").map(({ name }) => name);
  if (!names.includes(owner))
    throw new WrongPart(
      { resource: resource.name, part: ["owner"] },
      `The owner of ${resource.name} is ${owner}, which is none of its relations.`,
      names.length
        ? `Use one of ${listed(names, "or")}.`
        : "Give it a relation first: owner: belongs to User",
    );
}

/** Checks that only accounts say who may register: elsewhere the setting would protect nothing. */
function checkRegister(resources: readonly Resource[]): void {
  const account = accountOf({ resources })?.resource.name;
  const wrong = resources.find(({ name, register }) => register !== undefined && name !== account);
  if (!wrong) return;
  throw new WrongPart(
    { resource: wrong.name, part: ["register"] },
    `register is for accounts, which ${wrong.name} is not.`,
    account === undefined
      ? "Give it a unique, required email (or username) and a required password."
      : `Write it below ${account}.`,
  );
}

function checkActions(resource: Resource): void {
  const seen = new Set<string>();
  for (const action of resource.actions) {
    if (verbs.has(action.name) || seen.has(action.name))
      throw new WrongPart(
        { resource: resource.name, part: ["actions", action.name] },
        `${resource.name} has an operation ${action.name} already.`,
        "Rename the action.",
      );
    seen.add(action.name);
    for (const [name, assignment] of Object.entries(action.set ?? {})) {
      const part = { resource: resource.name, part: ["actions", action.name, "set", name] };
      const field = known(resource, name, part, `The action ${action.name}`);
      const { schema } = field;
      if ("value" in assignment && assignment.value === null && !isNullable(field))
        throw new WrongPart(
          part,
          `${action.name} empties ${name}, which is never empty.`,
          "Give it a value, or make the field neither required nor with a default.",
        );
      if ("now" in assignment && !["date", "datetime"].includes(fieldType(schema)))
        throw new WrongPart(
          part,
          `${name} can't be the time of the call: it is not a date.`,
          "Make it a datetime.",
        );
      if ("value" in assignment && assignment.value !== null && !matches(schema, assignment.value))
        throw new WrongPart(
          part,
          `${action.name} sets ${name} to ${JSON.stringify(assignment.value)}, which its rules refuse.`,
          schema.enum
            ? `Use one of ${schema.enum.join(", ")}.`
            : "Give a value that the field's own rules accept.",
        );
    }
    for (const [name, values] of Object.entries(action.when ?? {})) {
      const part = { resource: resource.name, part: ["actions", action.name, "when", name] };
      const { schema } = known(resource, name, part, `The action ${action.name}`);
      const wrong = values.find((value) => value !== null && !matches(schema, value));
      if (wrong !== undefined)
        throw new WrongPart(
          part,
          `${action.name} waits for ${name} to be ${JSON.stringify(wrong)}, which it never is.`,
          schema.enum
            ? `Use some of ${schema.enum.join(", ")}.`
            : "Give values that the field's own rules accept.",
        );
    }
  }
}

function checkResource(resource: Resource): void {
  checkFields(resource);
  checkActions(resource);
  checkOwner(resource);
  const sets = new Set(ownedSets(resource).map((relation) => relation.field));
  for (const [index, names] of resource.unique.entries())
    for (const [position, name] of names.entries()) {
      const part = { resource: resource.name, part: ["unique", index, position] };
      if (sets.has(name))
        throw new WrongPart(part, `${name} is a list and can't be unique.`, "Leave it out.");
      const type = fieldType(known(resource, name, part, "unique").schema);
      if (type === "array" || type === "json")
        throw new WrongPart(
          part,
          `${name} is ${type === "array" ? "a list" : "JSON"} and can't be unique.`,
          "Leave it out.",
        );
    }
}

/**
 * Checks linked resources: defaults and constants must follow the rules, and names must exist.
 * @throws WrongPart naming the part of the resource
 */
export function checkResources(resources: readonly Resource[]): void {
  resources.forEach(checkResource);
  checkRegister(resources);
}
