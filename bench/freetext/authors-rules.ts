import { namesFrom } from "../../src/api/names.ts";
import { type Author, type Field, type Told, fill, listed, said, shown, withArticle } from "./authored.ts";

const several = (field: string): string => namesFrom(field).plural.words;
type Flag =
  | "required"
  | "optional"
  | "unique"
  | "default"
  | "enum"
  | "min"
  | "least"
  | "most"
  | "range"
  | "length"
  | "exact";
const without = (field: Field, ...keys: readonly (keyof Field)[]): Field => {
  const rest: Record<string, unknown> = { ...field };
  for (const key of keys) delete rest[key];
  return rest as unknown as Field;
};
const taken: Readonly<Record<Flag, (field: Field) => Field | undefined>> = {
  required: (field) => (field.required === true ? without(field, "required") : undefined),
  optional: (field) => (field.required === false ? without(field, "required") : undefined),
  unique: (field) => (field.unique ? without(field, "unique") : undefined),
  default: (field) =>
    field.default === undefined || typeof field.default === "boolean" ? undefined : without(field, "default"),
  enum: (field) =>
    field.enum && field.default === undefined ? { ...without(field, "enum"), type: "string" } : undefined,
  min: (field) => (field.min === 0 && field.max === undefined ? without(field, "min") : undefined),
  least: (field) =>
    field.min !== undefined && field.min !== 0 && field.max === undefined ? without(field, "min") : undefined,
  most: (field) => (field.max !== undefined && field.min === undefined ? without(field, "max") : undefined),
  range: (field) =>
    field.max !== undefined && field.min !== undefined ? without(field, "min", "max") : undefined,
  length: (field) =>
    field.maxLength !== undefined && field.minLength === undefined ? without(field, "maxLength") : undefined,
  exact: (field) =>
    field.maxLength !== undefined && field.minLength === field.maxLength
      ? without(field, "minLength", "maxLength")
      : undefined,
};
const apart =
  (flag: Flag) =>
  (frame: string): Author => ({
    apart: (told: Told, field: Field) => {
      const rest = taken[flag](field);
      const f = said(field.name);
      const { min, max, maxLength } = field;
      return (
        rest && {
          rest,
          sentence: fill(frame, {
            ...told,
            f,
            af: withArticle(f),
            fs: several(f),
            d: shown(field.default),
            or: listed(field.enum ?? [], "or"),
            and: listed(field.enum ?? [], "and"),
            list: (field.enum ?? []).join(", "),
            a: String(min),
            b: String(max ?? maxLength),
          }),
        }
      );
    },
  });
const each = (flag: Flag, frames: readonly string[]): readonly Author[] => frames.map(apart(flag));

export const rules: Readonly<Record<string, readonly Author[]>> = {
  "required apart": each("required", [
    "The {f} is required.",
    "{Fs} are required.",
    "The {f} is mandatory.",
    "{Fs} are mandatory.",
    "The {f} must not be empty.",
    "The {f} must always be given.",
    "A {n} must have {af}.",
    "{Ns} must have {af}.",
    "Every {n} needs {af}.",
    "{An} without {af} is invalid.",
    "There is no {n} without {af}.",
    "The {f} can't be left out.",
    "A {n}'s {f} is required.",
    "The {f} of {an} is required.",
    "Leaving the {f} empty is not allowed.",
    "Required: {f}.",
    "Required fields: {f}.",
    "Only the {f} is required.",
    "Make the {f} required.",
    "You can't save {an} without {af}.",
    "No {n} may lack {af}.",
    "{Fs} can never be blank.",
  ]),
  "optional apart": each("optional", [
    "The {f} is optional.",
    "{Fs} are optional.",
    "The {f} may be left out.",
    "The {f} may be missing.",
    "The {f} is not always known.",
    "Not every {n} has {af}.",
    "The {f} can stay empty.",
    "{Ns} don't need {af}.",
    "Optional: {f}.",
    "The {f} is nice to have.",
    "The {f} isn't required.",
    "Some {ns} have no {f}.",
    "{Fs} can be omitted.",
  ]),
  "unique apart": each("unique", [
    "The {f} is unique.",
    "{Fs} are unique.",
    "{Fs} must be unique.",
    "No two {ns} share {af}.",
    "No two {ns} may have the same {f}.",
    "No two {ns} can share the same {f}.",
    "Two {ns} can't have the same {f}.",
    "Two {ns} never have the same {f}.",
    "There can't be two {ns} with the same {f}.",
    "The same {f} can't be used twice.",
    "Each {f} may be used only once.",
    "Each {f} exists only once.",
    "{Fs} don't repeat.",
    "Duplicate {fs} are not allowed.",
    "Duplicate {fs} are rejected.",
    "A {n}'s {f} must be unique.",
    "The {f} of {an} has to be unique.",
    "Unique: {f}.",
    "Make sure {fs} are unique.",
    "Every {n} has its own {f}.",
    "The {f} identifies {an}.",
    "The {f} must differ between {ns}.",
    "{Ns} are identified by their {f}.",
  ]),
  "default apart": each("default", [
    "The {f} is {d} by default.",
    "The {f} defaults to {d}.",
    "The {f} starts as {d}.",
    "The {f} starts out as {d}.",
    "By default the {f} is {d}.",
    "By default, the {f} is {d}.",
    "The default {f} is {d}.",
    "If no {f} is given, it is {d}.",
    "If no {f} is given, use {d}.",
    "Without {af}, {d} is assumed.",
    "Unless told otherwise the {f} is {d}.",
    "The {f} is {d} unless told otherwise.",
    "The {f} is {d} unless stated otherwise.",
    "The {f} is initially {d}.",
    "The {f} is {d} at first.",
    "The {f} is set to {d} when nothing else is said.",
    "New {ns} have the {f} {d}.",
    "New {ns} start with {f} {d}.",
    "The default for {f} is {d}.",
    "{Fs} default to {d}.",
    "When nothing is said, the {f} is {d}.",
    "The {f} falls back to {d}.",
    "The {f} begins at {d}.",
    "Default {f}: {d}.",
  ]),
  "values apart": each("enum", [
    "The {f} is {or}.",
    "The {f} is one of {and}.",
    "The {f} can be {or}.",
    "The {f} must be {or}.",
    "The {f} must be one of {list}.",
    "The {f} is either {or}.",
    "{Fs} are {and}.",
    "{Fs} can be {or}.",
    "Possible {fs} are {and}.",
    "Valid {fs} are {and}.",
    "Allowed {fs}: {list}.",
    "Allowed values for the {f} are {and}.",
    "{Fs}: {list}.",
    "The {f} takes the values {and}.",
    "The only {fs} are {and}.",
    "There are the {fs} {and}.",
    "As {f} we have {and}.",
    "For the {f} choose between {and}.",
    "The {f} of {an} is {or}.",
    "A {n}'s {f} is {or}.",
    "We distinguish the {fs} {and}.",
    "The {f} can only be {or}.",
  ]),
  "not negative apart": each("min", [
    "{Fs} can't be negative.",
    "The {f} can't be negative.",
    "The {f} must not be negative.",
    "The {f} is never negative.",
    "Negative {fs} are not allowed.",
    "The {f} can't go below zero.",
    "The {f} must be zero or more.",
    "The {f} is at least 0.",
    "There are no negative {fs}.",
    "{Fs} below zero are rejected.",
  ]),
  "at least apart": each("least", [
    "The {f} is at least {a}.",
    "The {f} must be at least {a}.",
    "{Fs} are at least {a}.",
    "The {f} can't be less than {a}.",
    "The {f} must not be below {a}.",
    "The minimum {f} is {a}.",
    "No {f} is below {a}.",
    "The {f} is never under {a}.",
    "The {f} is {a} or more.",
    "The {f} should be no less than {a}.",
    "A {f} of less than {a} is not allowed.",
  ]),
  "at most apart": each("most", [
    "The {f} is at most {b}.",
    "The {f} must not exceed {b}.",
    "The {f} can't be more than {b}.",
    "The {f} goes up to {b}.",
    "The maximum {f} is {b}.",
    "The {f} is limited to {b}.",
    "The {f} is never above {b}.",
    "No {f} is over {b}.",
    "{Fs} above {b} are not allowed.",
  ]),
  "range apart": each("range", [
    "The {f} is between {a} and {b}.",
    "The {f} must be between {a} and {b}.",
    "The {f} is from {a} to {b}.",
    "{Fs} range from {a} to {b}.",
    "The {f} goes from {a} to {b}.",
    "The {f} lies between {a} and {b}.",
    "{Fs} are between {a} and {b}.",
    "{Fs} run from {a} to {b}.",
    "The {f} must be at least {a} and at most {b}.",
    "The {f} can be anything from {a} to {b}.",
    "Allowed {fs} are {a} to {b}.",
    "Valid {fs} are {a} to {b}.",
    "The {f} has to be in the range {a} to {b}.",
    "The {f} can't be below {a} or above {b}.",
    "The {f} is a number from {a} to {b}.",
    "Minimum {f} {a}, maximum {b}.",
  ]),
  "lengths apart": [
    ...each("length", [
      "The {f} has at most {b} characters.",
      "The {f} may have up to {b} characters.",
      "The {f} must not exceed {b} characters.",
      "The {f} must not be longer than {b} characters.",
      "{Fs} are at most {b} characters long.",
      "{Fs} are limited to {b} characters.",
      "The {f} is limited to {b} characters.",
      "{Fs} longer than {b} characters are rejected.",
      "{Fs} can't be longer than {b} characters.",
      "The maximum length of the {f} is {b}.",
      "The {f} should be no longer than {b} characters.",
      "The {f} fits into {b} characters.",
    ]),
    ...each("exact", [
      "The {f} has exactly {b} characters.",
      "{Fs} have {b} characters.",
      "The {f} consists of {b} characters.",
      "The {f} is {b} characters long.",
      "{Fs} are always {b} characters long.",
      "The {f} must be exactly {b} characters long.",
    ]),
  ],
};
