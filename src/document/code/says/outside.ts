import { listed } from "../../../lib/index.ts";
import { requested } from "./calls.ts";
import { code, some } from "../words/name-words.ts";

/** A side effect, as "reads …" and "reading …". */
export interface Effect {
  readonly does: string;
  readonly doing: string;
}

interface Kind {
  readonly verb: readonly [does: string, doing: string];
  /** Words around the names; `%` marks their place. */
  readonly words: string;
  readonly patterns: readonly RegExp[];
  /** Names that mean nothing to a reader. */
  readonly except?: RegExp;
}

const model = String.raw`([A-Z]\w*[a-z]\w*)`;

/** Effects on the outside world or on arguments, recognized by their calls. */
const kinds: readonly Kind[] = [
  {
    verb: ["reads", "reading"],
    words: "the settings %",
    patterns: [
      /\b(?:settings|app_settings)\.([A-Z][A-Z\d_]{2,})\b(?!\s*=[^=])/g,
      /\b(?:current_app|app)\.config(?:\[|\.get\()\s*["']([A-Z][A-Z\d_]{2,})["'](?!\]\s*=[^=])/g,
      /\b(?:this\.)?config(?:Service)?\.get(?:OrThrow)?(?:<[^>]*>)?\(\s*["']([A-Z][A-Z\d_]{2,})["']/g,
    ],
  },
  {
    verb: ["looks up", "looking up"],
    words: "% in the database",
    patterns: [
      new RegExp(String.raw`\b${model}\.objects\.(?:get|filter|all|exclude|values\w*|first|last)\b`, "g"),
      new RegExp(String.raw`\b${model}\.query\.(?:filter\w*|get\w*|all|first\w*|order_by|join)\b`, "g"),
      new RegExp(String.raw`\b(?:session|db)\.(?:query|get)\(\s*${model}\b`, "g"),
      new RegExp(String.raw`(?<![.\w])select\(\s*${model}\s*\)`, "g"),
      new RegExp(String.raw`\b${model}\.(?:findOne|findById|findAll|findByPk|countDocuments)\(`, "g"),
    ],
  },
  {
    verb: ["creates", "creating"],
    words: "% in the database",
    patterns: [new RegExp(String.raw`\b${model}\.objects\.(?:create\w*|get_or_create|bulk_create)\(`, "g")],
  },
  {
    verb: ["commits", "committing"],
    words: "%",
    patterns: [/\b((?:self\.|db\.|this\.)?_?session)\.commit\(\s*\)/g],
  },
  {
    verb: ["connects", "connecting"],
    words: "to the database at %",
    patterns: [/\bmongoose\.connect\(\s*([A-Za-z_$][\w$.]*)\s*[,)]/g],
  },
  {
    verb: ["sets", "setting"],
    words: "the cookie %",
    patterns: [/\b(?:res|response|reply|resp)\.(?:set_)?[cC]ookie\(\s*(?:key\s*=\s*)?["']([\w.-]+)["']/g],
  },
];

/** Removes comments, which may say anything. */
export const bare = (source: string): string =>
  source
    .replaceAll(/\/\*[\s\S]*?\*\//g, "")
    .replaceAll(/^\s*(?:\/\/|#(?![a-z_]\w*\s*[=(;:]))[^\n]*$/gm, "")
    .replaceAll(/("""|''')[\s\S]*?\1/g, '""');

/** Whether a line of Python is outside branches and loops of its function. */
function always(body: string, index: number): boolean {
  const lines = body.slice(0, body.indexOf("\n", index) >>> 0).split("\n");
  let depth = (lines.pop() ?? "").search(/\S/);
  for (const line of lines.reverse()) {
    const indent = line.search(/\S/);
    if (indent < 0 || indent >= depth) continue;
    depth = indent;
    if (/^\s*(?:if|elif|else|for|while|except|finally|match|case)\b/.test(line)) return false;
    if (/^\s*(?:async )?def\b/.test(line)) return true;
  }
  return true;
}

/** Returns a body's effects outside the program. */
export function outside(body: string): readonly Effect[] {
  const found = kinds.flatMap(({ verb: [does, doing], words, patterns }) => {
    const names = [
      ...new Set(
        patterns.flatMap((pattern) =>
          [...body.matchAll(pattern)]
            .filter(({ index }) => does !== "commits" || always(body, index))
            .map(([, name = ""]) => name),
        ),
      ),
    ];
    if (names.length === 0) return [];
    const objectText = words
      .replace("settings", names.length > 1 ? "settings" : "setting")
      .replace("queries", names.length > 1 ? "queries" : "query")
      .replace("%", some(names, 5));
    return [{ does: `${does} ${objectText}`, doing: `${doing} ${objectText}` }];
  });
  const sent = requested(body);
  const ended = exits(body);
  return [
    ...found,
    ...(sent ? [{ does: `requests ${sent}`, doing: `requesting ${sent}` }] : []),
    ...(ended ? [ended] : []),
  ];
}

/** Finds `process.exit(1)`, after which callers don't continue. */
function exits(body: string): Effect | undefined {
  const statuses = [
    ...new Set(
      [...body.matchAll(/\b(?:process\.exit|sys\.exit|os\._exit)\(\s*(\d*)\s*\)/g)].map(
        ([, status = ""]) => status || "0",
      ),
    ),
  ];
  const codes = listed(
    statuses.slice(0, 3).flatMap((status) => code(status) ?? []),
    "or",
  );
  return codes
    ? { does: `may end the process with ${codes}`, doing: `possibly ending the process with ${codes}` }
    : undefined;
}
