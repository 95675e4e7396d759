import { UserError, isObject, objectIn } from "../lib/index.ts";

type Members = Readonly<Record<string, unknown>>;

const sections = ["scripts", "dependencies", "devDependencies"];

function parse(text: string, file: string): Members {
  const value = objectIn(text.replace(/^\uFEFF/, ""));
  if (value) return value;
  throw new UserError("bad_package", "is not a JSON object.", "Repair it, then run this again.", {
    place: { file },
  });
}

const section = (manifest: Members, name: string): Members => {
  const value = manifest[name];
  return isObject(value) ? value : {};
};

/** Merges member by member: the user's changes are kept, the generator's are applied. */
function merged(base: Members | undefined, mine: Members, now: Members): Members {
  const result: Record<string, unknown> = { ...mine };
  for (const [name, value] of Object.entries(now)) {
    const theirs = base?.[name];
    if (base === undefined ? !(name in mine) : mine[name] === theirs) result[name] = value;
  }
  for (const name of Object.keys(base ?? {})) {
    if (!(name in now) && mine[name] === base?.[name]) delete result[name];
  }
  return result;
}

/**
 * Returns package.json with the scripts and dependencies that generated code needs; the rest is unchanged.
 * @throws UserError `bad_package` for text that is not a JSON object
 */
export function mergePackage(
  base: string | undefined,
  mine: string,
  now: string,
  file = "package.json",
): string {
  const ownManifest = parse(mine, file);
  const [before, after] = [base === undefined ? undefined : parse(base, file), parse(now, file)];
  const declared = { ...section(ownManifest, "dependencies"), ...section(ownManifest, "devDependencies") };
  const result: Record<string, unknown> = { ...ownManifest };
  for (const name of sections) {
    const generatedMembers = Object.fromEntries(
      Object.entries(section(after, name)).filter(
        ([key]) => name === "scripts" || before !== undefined || !(key in declared),
      ),
    );
    const members = merged(before && section(before, name), section(ownManifest, name), generatedMembers);
    if (Object.keys(members).length || name in ownManifest) result[name] = members;
  }
  const indent = /^[ \t]+/m.exec(mine)?.[0] ?? "  ";
  const text = `${JSON.stringify(result, null, indent)}\n`;
  return JSON.stringify(result) === JSON.stringify(ownManifest) ? mine : text;
}
