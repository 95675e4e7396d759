import { namesFrom, spell, wordsOf } from "../../../names.ts";
import { isParticiple } from "../words/deeds.ts";
import type { ResourceDraft } from "../draft.ts";
import { fieldWords } from "../words/marks.ts";
import { isOrder } from "../words/grammar.ts";
import { shared } from "./story.ts";
import { verbOf } from "../words/words.ts";
import { type State, knownIn, linked, nameOf, open, relate } from "../state.ts";

export const optionalWords =
  /\b(?:optional(?:ly)?|opt|null(?:able)?|may|possibly|or none|or in none|if any|can)\b/i;

const isTold = (state: State, name: string): boolean => (state.resources.get(name)?.fields.length ?? 0) > 0;

const primitive =
  /^(?:String|Str|Text|Int|Integer|Long|Float|Double|Decimal|Number|Boolean|Bool|Date|Datetime|DateTime|Timestamp|Time|Uuid|Json|Object|Map|Array|List|Email|Url|Uri|Enum|Money|Required|Optional|Unique)$/;

/** Relations said in one item of a list. */
export function relation(state: State, resource: ResourceDraft, text: string): boolean {
  const optional = optionalWords.test(text) ? { optional: true } : {};
  // `author: User!`, `parent: Comment?`
  const [, type = "", sign] = /^[a-z]\w* ?: ?([A-Z][a-z]\w*)([!?]?)$/.exec(text) ?? [];
  const typed = type === "" || primitive.test(type) ? undefined : nameOf(type);
  if (typed !== undefined && (state.known.has(typed) || sign !== ""))
    return linked(state, resource, "belongsTo", typed, sign === "?" ? { optional: true } : {});
  // `user_id` among the columns of a post
  const [, keyed = ""] = /^([a-z]+)(?:_id|Id)(?= |$|[!?*])/.exec(text) ?? [];
  const pointed0 = keyed === "" ? undefined : knownIn(state, keyed);
  if (pointed0 !== undefined && pointed0 !== resource.name)
    return linked(state, resource, "belongsTo", pointed0, optional);
  // `shelf(warehouse!, parent?)`
  const [, marked = "", demand] = /^([a-z]\w*)([!?*])$/i.exec(text) ?? [];
  if (marked !== "" && state.known.has(nameOf(marked) ?? "") && nameOf(marked) !== resource.name)
    return linked(state, resource, "belongsTo", marked, demand === "?" ? { optional: true } : {});
  // `the room it is for`, `reports readings`, `can be in several sections`
  const whose =
    /^(?:the )?([a-z][\w-]*) (?:it|this|they) (?:is|was|are|were|belongs?) (?:for|to|of|in|at|on)$/i.exec(
      text,
    );
  if (whose && knownIn(state, whose[1] ?? "") !== undefined)
    return linked(state, resource, "belongsTo", whose[1] ?? "", optional);
  const within =
    /^(?:is|are|be|can be|may be|stands?|appears?)? ?in (?:several|many|multiple|any number of) ([a-z][\w-]*)$/i.exec(
      text,
    );
  if (within && knownIn(state, within[1] ?? "") !== undefined)
    return linked(state, resource, "manyToMany", within[1] ?? "", {});
  const often =
    /^(?:(?:it|they|which|that)\s+)?(?:(?:is|are|can be|may be|can|may)\s+)?([a-z]+)\s+(?:(?:out|up|off|in) )?(by|in|at|on|to|for|with|under|from|of)\s+(?:many|several|multiple|various|different|any number of|more than one|one or more|two or more|lots of)(?: different)? ([a-z][\w-]*)$/i.exec(
      text,
    );
  const oftenIn = often ? knownIn(state, often[3] ?? "") : undefined;
  if (oftenIn !== undefined && oftenIn !== resource.name)
    return linked(
      state,
      resource,
      /^(?:by|of|with|from)$/i.test(often?.[2] ?? "") && !shared.test(verbOf(often?.[1] ?? ""))
        ? "hasMany"
        : "manyToMany",
      oftenIn,
      {},
    );
  const forOne = /^(?:for|of|by|from) an? ([a-z][\w-]*)$/i.exec(text);
  if (forOne && knownIn(state, forOne[1] ?? "") !== undefined)
    return linked(state, resource, "belongsTo", forOne[1] ?? "", optional);
  const makes = /^([a-z]+)s (?:many |several |multiple )?([a-z]+s)$/i.exec(text);
  const made = makes && isOrder(makes[1] ?? "") ? knownIn(state, makes[2] ?? "") : undefined;
  if (made !== undefined && made !== resource.name) {
    relate(resource, { kind: "hasMany", target: made });
    return true;
  }
  const [, mutual = ""] =
    /([\w]+) \((?:a )?(?:many[ -]to[ -]many|n:m|m:n)(?: relation(?:ship)?)?\)$/i.exec(text) ?? [];
  if (mutual !== "" && knownIn(state, mutual) !== undefined)
    return linked(state, resource, "manyToMany", mutual, {});
  const fashion = /([\w]+) in (?:a )?many[ -]to[ -]many (?:fashion|way|manner|relationship)/i.exec(text);
  if (fashion) return linked(state, resource, "manyToMany", fashion[1] ?? "", {});
  const many =
    /\b(?:many[ -]to[ -]many|n[:-]m|m[:-]n|m2m|n\.\.m|\*[:-]\*)\b(?: (?:with|to))?\s*([\w ]*)$/i.exec(text);
  if (many?.[1]?.trim()) return linked(state, resource, "manyToMany", many[1], {});
  const prefixed = /^(?:fk|foreign key|ref(?=\s+to\b))\s+(?:to\s+)?(\w+)$/i.exec(text);
  if (prefixed) return linked(state, resource, "belongsTo", prefixed[1] ?? "", optional);
  const several =
    /^(?:(?:an?|each|every|the)\s+)?(\w+) (?:\w+ ){1,3}?(?:many|several|multiple|lots of|any number of) (\w+)$/i.exec(
      text,
    );
  const [subject, object] = [several?.[1], several?.[2]].map((word) =>
    word === undefined ? undefined : knownIn(state, word),
  );
  if (subject !== undefined && object !== undefined) {
    relate(state.resources.get(subject) ?? open(state, subject), { kind: "hasMany", target: object });
    return true;
  }
  const plural = /^\w+ (?:\w+ ){0,3}?(?:many|several|multiple|lots of|any number of) (\w+)$/i.exec(text);
  const plurals = plural ? knownIn(state, plural[1] ?? "") : undefined;
  if (plurals !== undefined && plurals !== resource.name) {
    relate(resource, { kind: "hasMany", target: plurals });
    return true;
  }
  const role =
    /^(?:an? |the )?[\w ]+?\s*\(\s*(?:fk|foreign key|ref(?:erence|s)?|references)\b\s*:?\s*(?:to |of )?([a-z]\w*)(?:\.id|\(id\))?\b([^()]*)\)[^()]*$/i.exec(
      text,
    );
  if (role && !/^(?:opt|null|req|uniq|not|required|optional|unique|nullable)/i.test(role[1] ?? ""))
    return linked(state, resource, "belongsTo", role[1] ?? "", optional);
  const fk =
    /^(?:an? |the )?(?!(?:an?|the|has|have)\s)([\w ]+?)\s*(?:\((?:fk|foreign key|ref(?:erence)?|belongs to|many[ -]to[ -]one|parent|relation)\)|\s(?:fk|foreign key|ref(?=$|\s+to\b|\s*\()|reference(?=\s+to\b))\b)(.*)$/i.exec(
      text,
    );
  const other = knownIn(
    state,
    (fk?.[2] ?? "").replace(/\b(?:opt(?:ional)?|null(?:able)?|req(?:uired)?)\b/gi, "").trim(),
  );
  if (fk && other !== undefined) return linked(state, resource, "belongsTo", other, optional);
  const another = /^(?:[a-z ]+?(?::| is|,)? )?another ([a-z]+)(?:,? \(?optional\)?)?$/i.exec(text);
  if (another && knownIn(state, another[1] ?? "") !== undefined)
    return linked(state, resource, "belongsTo", another[1] ?? "", optional);
  // `a git ref` is a text
  const isText = /^an? [a-z]+ ref$/i.test(text) && knownIn(state, fk?.[1] ?? "") === undefined;
  if (fk && !isText)
    return linked(
      state,
      resource,
      "belongsTo",
      (fk[1] ?? "").replace(/[ _]?id$/i, "").replace(/^parent (?=\w)/i, ""),
      optional,
    );
  // `customer ref Customer`, `a manager (an employee)`
  const [, pointed = ""] =
    /^[a-z]\w* (?:ref|reference|references|refers to)(?: to)?:? ([A-Z]\w*)$/.exec(text) ??
    /^(?:an? |the |its )?[a-z]+ \((?:an?|the|another|also an?|one of the) ([a-z]+)\)$/i.exec(text) ??
    [];
  if (pointed !== "" && (knownIn(state, pointed) !== undefined || /^[a-z]\w* ref/.test(text)))
    return linked(state, resource, "belongsTo", pointed, optional);
  const single =
    /^(?:(?:is|are)\s+)?(?:with|for|on|at|in|to|by|about|of)\s+(?:exactly\s+)?one\s+([a-z][\w-]*)$/i.exec(
      text,
    );
  if (single) return linked(state, resource, "belongsTo", single[1] ?? "", optional);
  const doneTo =
    /^(?:(?:it|they|which|that)\s+)?(?:(?:is|are|was|were)\s+)?(?:always |usually )?([a-z]+)\s+(?:by|in|at|on|to|for|with|under|from)\s+(?:exactly |only |at most )?(an?|one|its|their|the)\s+([a-z][\w-]*(?: [a-z][\w-]*)?)(?:,? or (?:in )?none)?$/i.exec(
      text,
    );
  if (doneTo && (isParticiple(doneTo[1] ?? "") || doneTo[2] === "one")) {
    const known = knownIn(state, doneTo[3] ?? "");
    if (known !== undefined && known !== resource.name)
      return linked(state, resource, "belongsTo", doneTo[3] ?? "", optional);
  }
  const belongs =
    /\b(?:belongs? to|belonging to|depends? (?:up)?on|reports? to|owned by|is part of|part of|is in|assigned to|is assigned to|references?|refers? to|replies to|(?:is|was) (?:made|written|created|placed|posted|submitted|owned|taught|given|booked|rented|held|run|led|hosted|taken|requested|uploaded|authored) by|made by|written by|created by|placed by|lives? in|takes? place (?:in|at)|covers|lies in|sits in|handled by|is for|is on|linked to|tied to|attached to|associated with|works? (?:in|for|at)|stays? in|is about|concerns)\s+((?:exactly |at most |only )?(?:an?|the|one|its|their|some|zero or one|another|parent|exactly one|many|several|multiple)?\s*[\w ]+?)(?:\s+(?:only|or (?:in )?none|at a time|at once|optionally|\(optional\)|\(fk\)))?$/i.exec(
      text,
    );
  if (belongs) {
    const phrase = (belongs[1] ?? "").replace(/^(?:exactly|at most|only|zero or)\s+/i, "");
    if (/^(?:many|several|multiple)\s/i.test(phrase)) return linked(state, resource, "hasMany", phrase, {});
    const named =
      /belong|replies|parent/i.test(text) ||
      knownIn(state, phrase) !== undefined ||
      /\b(?:by|to|in|on|at|covers)\s+(?:an?|one)\s/i.test(text);
    if (named && linked(state, resource, "belongsTo", phrase.replace(/\bparent\s+(?=\w)/i, ""), optional))
      return true;
  }
  // `commander (user fk)`, `assignee (user)`
  const [, player = "", key] = /^(?:an? |the )?[a-z]+ \(([a-z]+)( fk| ref| id)?\)$/i.exec(text) ?? [];
  const isPlayer = key !== undefined || /^user$/i.test(player);
  const played =
    player === "" || /s$/i.test(player)
      ? undefined
      : (knownIn(state, player) ?? (isPlayer ? nameOf(player) : undefined));
  if (played !== undefined && played !== resource.name)
    return linked(state, resource, "belongsTo", played, optional);
  // `members (users)`
  const [, group = ""] = /^[a-z]+s \((?:who are |which are )?([a-z]+s)\)$/i.exec(text) ?? [];
  const grouped = group === "" ? undefined : knownIn(state, group);
  if (grouped !== undefined && grouped !== resource.name)
    return linked(state, resource, "manyToMany", grouped, {});
  // `is made up of panels`, `uses ingredients`
  const parts =
    /^(?:(?:is|are) (?:made(?: up)?|composed|built up|put together) (?:of|from)|consists? of|uses?|contains?|comprises?|groups?|combines?|bundles?|collects?) ([a-z]+s)$/i.exec(
      text,
    );
  const part = parts ? knownIn(state, parts[1] ?? "") : undefined;
  if (part !== undefined && part !== resource.name) {
    relate(resource, { kind: "hasMany", target: part });
    return true;
  }
  // `a home team and an away team`, `possibly a parent category`
  const [, , playing = ""] =
    /^(?:(?:possibly|perhaps|maybe|optionally|may have|can have) )?(an?|the|its|their|one|exactly one) [a-z-]+ ([a-z]+)$/i.exec(
      text,
    ) ??
    /^(home|away|parent|previous|next|assigned|main|primary|secondary|source|target|origin|destination|original|current|preferred) ([a-z]+)$/i.exec(
      text,
    ) ??
    [];
  const named = playing === "" ? undefined : nameOf(playing);
  if (named !== undefined && state.known.has(named) && named !== resource.name)
    return linked(state, resource, "belongsTo", named, optional);
  // `a parent page` of a page
  if (named === resource.name && /\b(?:parent|previous|next|original|master|main)\s+[a-z]+$/i.test(text))
    return linked(state, resource, "belongsTo", named, { optional: true });
  const atMost =
    /^(?:has |have |is (?:on|in|at|for) )?(exactly|at most|no more than|only|just) one ([a-z][\w-]*)$/i.exec(
      text,
    );
  const owner = atMost ? knownIn(state, atMost[2] ?? "") : undefined;
  if (owner !== undefined && owner !== resource.name)
    return linked(
      state,
      resource,
      "belongsTo",
      owner,
      /^(?:at|no)/i.test(atMost?.[1] ?? "") ? { optional: true } : optional,
    );
  const has =
    /^(?:(?:has|have|with|contains?|holds?|includes?|employs?|owns?|lists?|uses?|is made (?:up )?of|are made (?:up )?of|is composed of|consists? of|comprises?|groups?|sign up for|signs up for|can have|may have)\s+)?(?:many|several|multiple|lots of|any number of|a number of|some|zero or more|one or more|\d+ or more|a list of|its|their)\s+([\w -]+)$/i.exec(
      text,
    );
  if (has) {
    const target = knownIn(state, has[1] ?? "");
    if (target && target !== resource.name) {
      relate(resource, { kind: "hasMany", target });
      return true;
    }
  }
  const one =
    /^(?:an?|one|exactly one|the|its|their)?\s*((?:parent )?[A-Za-z][\w-]*)(?:\s*\(?(optional|nullable|required|req)\)?)?$/i.exec(
      text,
    );
  const target =
    one && state.known.has(nameOf((one[1] ?? "").replace(/^parent /i, "")) ?? "")
      ? nameOf((one[1] ?? "").replace(/^parent /i, ""))
      : undefined;
  // `station` among the columns, where polling stations are kept
  const short = one && !target && /^[a-z]+$/i.test(one[1] ?? "") ? knownIn(state, one[1] ?? "") : undefined;
  if (
    short !== undefined &&
    isTold(state, short) &&
    short !== resource.name &&
    !fieldWords.test(one?.[1] ?? "")
  ) {
    relate(resource, { kind: "belongsTo", target: short, ...optional });
    return true;
  }
  if (target && one) {
    const plural =
      namesFrom(one[1] ?? "").plural.pascal === spell(wordsOf(one[1] ?? "")).pascal &&
      target !== spell(wordsOf(one[1] ?? "")).pascal;
    relate(resource, plural ? { kind: "hasMany", target } : { kind: "belongsTo", target, ...optional });
    return true;
  }
  return false;
}

export const counted = /^([\w ]+?)\s+(1|one|n|m|many|\*)\s?(?:-|:|to)+\s?(1|one|n|m|many|\*)\s+([\w ]+)$/i;
