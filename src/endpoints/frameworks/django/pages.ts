import { staticOf } from "../../evaluate/classes.ts";
import { named, inTable } from "../../../lib/index.ts";
import { member } from "../../evaluate/lookup.ts";
import { args } from "../../evaluate/machine.ts";
import type { ClassValue, ExternalValue, Machine, ObjectValue, Value } from "../../evaluate/types.ts";
import { each, either, native, object, truth, unknown } from "../../evaluate/value.ts";
import { schemaValue } from "../../schema/kinds.ts";
import { described, serialized } from "../../schema/serializers.ts";
import { type Route, type Verb, verbs } from "../contract.ts";
import { parametersIn } from "../paths.ts";
import { take } from "./serializer.ts";
import { notFound, response } from "./http.ts";

/** Django's own views of pages and forms, and what they do for each method. */
const views: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ...named("TemplateView ListView ArchiveIndexView YearArchiveView MonthArchiveView", { get: "%page" }),
  ...named("DayArchiveView TodayArchiveView", { get: "%page" }),
  ...named("DetailView DateDetailView", { get: "%one" }),
  RedirectView: { get: "%redirect" },
  FormView: { get: "%page", post: "%form" },
  CreateView: { get: "%page", post: "%form" },
  UpdateView: { get: "%one", post: "%edit" },
  DeleteView: { get: "%one", post: "%remove" },
};

export const pageAction = (name: string, verb: string): string | undefined => inTable(views, name)?.[verb];

type Action = (self: ObjectValue, m: Machine) => Value;

/** Calls hooks that the program defines. */
function hooks(self: ObjectValue, names: readonly string[], m: Machine): void {
  for (const name of names)
    if (self.cls && member(self.cls, name)) m.call(m.get(self, name), { ...args([]), open: true });
}

const found = (self: ObjectValue, m: Machine): void => {
  hooks(self, ["get_queryset", "get_object"], m);
  m.throws.push(notFound());
};

function formOf(self: ObjectValue, m: Machine): ClassValue | undefined {
  const value =
    self.cls && member(self.cls, "get_form_class")
      ? m.call(m.get(self, "get_form_class"), args([]))
      : m.get(self, "form_class");
  return each(value).find((item) => item.kind === "class");
}

/** What follows for a valid and an invalid form: the program's hooks, or the framework's default. */
function formed(self: ObjectValue, m: Machine): Value {
  const cls = formOf(self, m);
  const columns = new Map<string, Value>();
  for (const name of ["model", "fields"]) {
    const value = self.cls && staticOf(self.cls, name);
    if (value) columns.set(name, value);
  }
  if (cls) take(serialized(cls), m);
  else if (columns.has("fields")) take(schemaValue(described(new Map(), columns)), m);
  const form = cls ? m.construct(cls, args([])) : object();
  return either(
    m.branches(["form_valid", "form_invalid"].map((name) => () => m.call(m.get(self, name), args([form])))),
  );
}

const page: Action = (self, m) => {
  hooks(self, ["get_queryset", "get_context_data"], m);
  return response(200);
};

const actions: Readonly<Record<string, Action>> = {
  "%page": page,
  "%one": (self, m) => (found(self, m), page(self, m)),
  "%redirect": (self, m) => {
    hooks(self, ["get_redirect_url"], m);
    return response(truth(m.get(self, "permanent")) === true ? 301 : 302);
  },
  "%form": formed,
  "%edit": (self, m) => (found(self, m), formed(self, m)),
  "%remove": (self, m) => (found(self, m), m.call(m.get(self, "form_valid"), args([unknown]))),
  form_valid: () => response(302),
  form_invalid: () => response(200),
};

/** A member that a program's view inherits from Django's; `undefined` if there is none. */
export function pageMember(
  { name: base }: ExternalValue,
  name: string,
  { self, m }: { self: ObjectValue; m: Machine },
): Value | undefined {
  if (!Object.hasOwn(views, base)) return undefined;
  const action = inTable(actions, name) ?? inTable(actions, pageAction(base, name) ?? "");
  return action && native(name, () => action(self, m));
}

interface Place {
  readonly path: string;
  readonly file: string;
  readonly at: number;
}

/** A route of a library's view, whose code isn't available. */
export const openRoute = (method: Verb, { path, file, at }: Place, statuses: readonly number[]): Route => ({
  method,
  path,
  auth: { level: "none", schemes: [] },
  params: parametersIn(path).map((item) => ({ name: item, required: true, schema: { type: "string" } })),
  query: [],
  headers: [],
  answers: statuses.map((status) => ({ status })),
  origins: [],
  file,
  at,
  name: "",
});

const statuses: Readonly<Record<string, readonly number[]>> = {
  "%page": [200],
  "%one": [200, 404],
  "%form": [200, 302],
  "%edit": [200, 302, 404],
  "%remove": [302, 404],
};

/** `TemplateView.as_view(template_name="a.html")`, used directly in a URL pattern. */
export function pageRoutes(view: ExternalValue, place: Place): readonly Route[] | undefined {
  const name = view.path.endsWith(".as_view()") ? view.of?.of?.name : undefined;
  const served = name === undefined ? undefined : inTable(views, name);
  if (!served) return undefined;
  const moved = truth(view.args?.named.get("permanent") ?? unknown) === true ? 301 : 302;
  return verbs
    .filter((verb) => served[verb] !== undefined)
    .map((verb) => openRoute(verb, place, inTable(statuses, served[verb] ?? "") ?? [moved]));
}
