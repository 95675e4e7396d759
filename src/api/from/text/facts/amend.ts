import { namesFrom, wordsOf } from "../../../names.ts";
import type { FieldDraft, ResourceDraft } from "../draft.ts";
import { typeByName } from "./guess.ts";
import { readField } from "./field.ts";
import { saidOf } from "./told.ts";
import type { State } from "../state.ts";

/** `sender IBAN and receiver IBAN required`: what is said of the second holds of the first. */
export function share(resource: ResourceDraft, text: string): void {
  const [before, last] = resource.fields.slice(-2);
  if (
    !before ||
    !last ||
    wordsOf(before.name).at(-1) !== wordsOf(last.name).at(-1) ||
    wordsOf(last.name).length < 2 ||
    wordsOf(before.name).length < 2 ||
    / of /i.test(text)
  )
    return;
  if (Object.keys(before).length > 2 || !/\s/.test(text)) return;
  const { name: _, type, ...said } = last;
  const isAlike =
    typeByName(wordsOf(before.name).join(" ")).type === typeByName(wordsOf(last.name).join(" ")).type;
  Object.assign(before, said, isAlike ? { type } : {});
}

/** `Site and depth are required`: more about fields that are there, by their names or last words; false where it is not. */
export function amended(
  state: State,
  resource: ResourceDraft,
  subject: string,
  said: readonly string[],
): boolean {
  const names = subject
    .split(/,? and |, /)
    .map((name) => wordsOf(name.replace(/^(?:both )?(?:the |its |their |an? )?/i, "")));
  const found = names.map((words) => {
    const one = namesFrom(words.join("-")).words;
    const exact =
      resource.fields.find(({ name }) => wordsOf(name).join(" ") === words.join(" ")) ??
      resource.fields.find(({ name }) => wordsOf(name).join(" ") === one);
    const alike = resource.fields.filter(({ name }) =>
      ` ${wordsOf(name).join(" ")}`.endsWith(` ${words.join(" ")}`),
    );
    return exact ?? (alike.length === 1 ? alike[0] : undefined);
  });
  if (!found.every((field) => field !== undefined)) return false;
  for (const field of found) for (const one of said) amend(state, field, one);
  return true;
}

/** What is said about a field later: read as of the same name, and laid over what is known. */
export function amend(state: State, field: FieldDraft, text: string): void {
  const spelled = wordsOf(field.name).join(" ");
  const start = /^(?:it )?(?:starts|begins)(?: out| off)?(?: as)? ([a-z]+)$/i.exec(text)?.[1];
  if (start !== undefined) {
    field.default = start;
    return;
  }
  const said = saidOf(state, field, text.replace(/^(?:and|but|both|all|which|that|it)\s+/i, ""));
  if (said) {
    Object.assign(field, said);
    return;
  }
  const read = readField(
    `${spelled}${field.type === "number" ? " float" : ""} is ${text.replace(/^(?:and|but|both|all|which|that|it)\s+/i, "").replace(/^(?:is|are)\s+/i, "")}`,
    state.enums,
  );
  if (!read) return;
  const { name: _, type, ...more } = read.field;
  if (field.type === "boolean" && /^[yn]$/i.test(String(more.default)))
    more.default = /^y$/i.test(String(more.default));
  const explicit = field.type === "string" && type !== "string" ? { type } : {};
  Object.assign(field, more, explicit);
}
