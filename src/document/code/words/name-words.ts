import { stem } from "../../../language/index.ts";
import { inTable, listed } from "../../../lib/index.ts";
/** Verbs that function names begin with. */
const verbs = new Set(
  `abort accept access acquire activate adapt add adjust aggregate allocate analyse analyze announce answer append apply archive arrange ask assemble assert assign attach authenticate authorize await back bind block boot broadcast buffer build bump bundle calculate call cancel capture cast change check choose clamp clean clear click clone close collect combine commit compact compare compile complete compose compress compute concat configure confirm connect construct consume convert copy count crawl create cut debounce decide declare decode decompress decorate decrease decrypt dedupe define delete deliver deny dequeue derive describe deserialize destroy detach detect determine diff disable discard disconnect dispatch display dispose divide download draw drop dump duplicate edit eject emit enable encode encrypt end enqueue ensure enter escape estimate evaluate exclude execute exit expand expect explain export extend extract fail favorite fetch fill filter finalize find finish fix flatten flush fold follow force fork format forward free freeze gather generate get give glob grant group grow guard guess handle hash hide highlight hydrate identify ignore import include increase increment index infer inherit init initialize inject insert inspect install instantiate interpolate intersect invalidate invoke isolate issue iterate join keep kill launch lex lift limit link list listen load locate lock log login logout look lookup make manage map mark mask match measure memoize merge migrate minify mock modify mount move multiply mutate name navigate negate next normalize notify observe obtain omit open optimize order override pack pad paint parse partition pass patch pause peek perform permit persist pick pipe place play poll pop populate post prefix prepare prepend preprocess preserve press prevent print process produce promote prompt propagate protect provide proxy prune publish pull purge push put query queue quote raise randomize read rebuild receive reconcile record recover redact redirect reduce refresh refuse register reject release reload remove rename render reopen reorder repeat replace reply report request require rerun reserve reset resize resolve respond restart restore resume retrieve retry return reuse revalidate reverse revert revoke rewrite rollback rotate round route run sanitize save scale scan schedule scroll search seed select send separate serialize serve set setup shift show shuffle shut sign simplify skip sleep slice slugify smooth snapshot solve sort spawn split squash stage start stop store stream stringify strip style submit subscribe substitute subtract sum summarize suspend swap switch sync synchronize tag take teardown terminate test throttle throw toggle tokenize trace track transfer transform translate transpile traverse trigger trim truncate try turn unblock unescape unfavorite unfollow uninstall unlink unlock unmount unpack unregister unset unsubscribe unwrap update upgrade upload upsert use validate verify visit wait walk warn watch widen wrap write yield zip`.split(
    /\s+/,
  ),
);

/** Splits a name into words: `parseHTTPHeader_v2` as `parse`, `HTTP`, `header`, `v2`. */
export const nameWords = (name: string): readonly string[] =>
  (name.match(/[A-Z]{2,}(?=[A-Z][a-z]|\d|\b|_|$)|[A-Z]?[a-z]+\d*|[A-Z]+|\d+/g) ?? []).map((word) =>
    /^[A-Z]{2,}$/.test(word) ? word : word.toLowerCase(),
  );

/** Whether a word is plural, judging by its ending. */
export const isPlural = (word: string): boolean =>
  /[^su]s$|^(?:children|people)$/.test(word) &&
  !/(?:alias|axis|basis|analysis|canvas|lens|gas|news)$/i.test(word);

export const isVerb = (word: string): boolean => verbs.has(word.toLowerCase());

const irregular: Readonly<Record<string, string>> = {
  do: "does",
  go: "goes",
  has: "has",
  have: "has",
  lookup: "looks up",
  setup: "sets up",
  login: "logs in",
  logout: "logs out",
  teardown: "tears down",
  init: "initializes",
  rollback: "rolls back",
  shut: "shuts",
};

/** Returns a verb's third person: `parse` as `parses`. */
export function third(verb: string): string {
  const known = inTable(irregular, verb);
  if (known) return known;
  if (/(?:s|x|z|ch|sh|o)$/.test(verb)) return `${verb}es`;
  return /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ies` : `${verb}s`;
}

/** Formats source for a sentence, on one line; undefined if it is too long to read well. */
export function code(source: string, most = 60): string | undefined {
  const plain = source
    .replaceAll(/\s+/g, " ")
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}]/gu, "")
    .trim();
  if (!plain || plain.length > most || plain.includes("`")) return undefined;
  return `\`${plain}\``;
}

/** Adds an article: `Error` as "an `Error`". */
export const withArticle = (name: string): string =>
  `${/^(?:[AEIOaeio]|[Uu]n(?!i))/.test(name) ? "an" : "a"} \`${name}\``;

export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

/** Lists at most `most` names, and the number of others. */
export function some(names: readonly string[], most = 5): string {
  const shownNames = names
    .slice(0, names.length > most ? most - 1 : most)
    .flatMap((name) => code(name, 64) ?? []);
  const more = names.length - shownNames.length;
  const parts = more > 0 ? [...shownNames, `${more} more`] : shownNames;
  return listed(parts);
}

/** Units at the end of names. */
const units: readonly (readonly [RegExp, string])[] = [
  [/(?:Ms|_ms|Millis|Milliseconds|_milliseconds)$|^(?:ms|millis|milliseconds)$/, "in milliseconds"],
  [/(?:Seconds|_seconds|Secs|_secs)$|^(?:seconds|secs)$/, "in seconds"],
  [/(?:Minutes|_minutes)$|^minutes$/, "in minutes"],
  [/(?:Hours|_hours)$|^hours$/, "in hours"],
  [/(?:Days|_days)$|^days$/, "in days"],
  [/(?:Bytes|_bytes)$|^bytes$/, "in bytes"],
  [/(?:Kb|KB|_kb)$/, "in kilobytes"],
  [/(?:Mb|MB|_mb)$/, "in megabytes"],
  [/(?:Px|_px|Pixels|_pixels)$|^(?:px|pixels)$/, "in pixels"],
  [/(?:Percent|_percent|Percentage|_percentage)$|^(?:percent|percentage)$/, "in percent"],
  [/(?:Degrees|_degrees)$|^degrees$/, "in degrees"],
];

export const unitOf = (name: string): string | undefined =>
  units.find(([pattern]) => pattern.test(name))?.[1];

const filler = new Set(
  "a an the of and or to in is it its by for with what gives calls options result whether".split(" "),
);

/** Whether a text only repeats the name. */
export function repeats(text: string, name: string): boolean {
  const nameStems = new Set(nameWords(name).map((word) => stem(word.toLowerCase())));
  return nameWords(text.replaceAll("`", " ")).every(
    (word) => filler.has(word.toLowerCase()) || nameStems.has(stem(word.toLowerCase())),
  );
}
