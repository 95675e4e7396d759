import { anyOf } from "../../lib/index.ts";
import { programOf } from "./own-way.ts";
import { scriptForms } from "./script-forms.ts";
import { shellCommands } from "./shell-words.ts";

/** Programs that run tests, with the subcommands that do; without any, each of their runs is one. */
const programs: Readonly<Record<string, readonly string[]>> = {
  pytest: [],
  "py.test": [],
  unittest: [],
  tox: [],
  nox: [],
  phpunit: [],
  rspec: [],
  ctest: [],
  go: ["test"],
  cargo: ["test", "nextest"],
  mvn: ["test", "verify"],
  mvnw: ["test", "verify"],
  gradle: ["test", "check"],
  gradlew: ["test", "check"],
  dotnet: ["test"],
  mix: ["test"],
  swift: ["test"],
  playwright: ["test"],
  cypress: ["run"],
  "manage.py": ["test"],
};

const words = (...texts: readonly string[]): RegExp => new RegExp(`^(?:${anyOf(...texts)})$`);

/** Programs that run a project's scripts and tasks by name, or programs of their own that have such a name. */
const taskPrograms = words(
  ..."npm pnpm yarn bun deno make just task rake rails artisan composer hatch pdm poe turbo nx".split(" "),
  "npm-run-all2?",
  "run-[sp]",
);
/** What they are called if they run tests: `test:unit`, `unit-tests`, `check`. */
const testTask = /^(?:tests?|spec)(?![^:_-])|^(?:check|verify)(?![^:])|^t$|[:_-]tests?$/;

/** Words before the one that says what is run. */
const leading = words(
  ..."npx pnpx bunx dlx run run-script exec c8 nyc cross-env env node tsx ts-node".split(" "),
  ..."uv poetry pipenv php bundle coverage time timeout sudo".split(" "),
  String.raw`python[\d.]*`,
  "-.*",
  String.raw`\w+=.*`,
  String.raw`\d+[smhd]?`,
);

/** Words whose next word says where something is run: `npm --prefix api test`. */
const placing = words(..."--prefix -w --workspace workspace --filter -F -C --dir --cwd".split(" "));

/** Whether a shell line runs tests: by such a program, or by a script or task that is called so. */
export const runsTests = (line: string): boolean =>
  shellCommands(line).some(({ words }) => isTestCall(words));

function isTestCall(words: ReturnType<typeof shellCommands>[number]["words"]): boolean {
  const all = words.map(({ text }) => text);
  const texts = all.filter((text, index) => !placing.test(text) && !placing.test(all[index - 1] ?? ""));
  const isLeading = (text: string): boolean => leading.test(text) || taskPrograms.test(text);
  const end = texts.findIndex((text) => !isLeading(text));
  const called = texts.slice(0, end < 0 ? texts.length : end + 1).map(programOf);
  const [last = ""] = called.slice(-1);
  const subcommands = programs[last];
  return (
    (called.some((word) => taskPrograms.test(word)) && testTask.test(last)) ||
    (subcommands && (subcommands.length === 0 || subcommands.some((word) => texts.includes(word)))) ||
    Object.values(scriptForms).some((form) =>
      form.programs.some((name) => last === name || (name.startsWith("-") && texts.includes(name))),
    )
  );
}
