import {
  type Change,
  around,
  deeds,
  instead,
  isProse,
  renamed,
  retold,
  reworded,
  values,
  wrapped,
} from "./changing.ts";

/** Changes that leave what a description means as it is, or change it alike; rules were mended by what they showed. */
export const mended: Readonly<Record<string, readonly Change[]>> = {
  "records renamed": [
    "lantern|cottage|violin|tractor|museum|puzzle|sculpture|barrel",
    "order|log|test|record|ship|note|form|list|post|match|stamp|print",
    "wibber|frobnik|quazzle|drindle|varnop|tilvet|cloofer|umbrick",
    "fire engine|water tank|bus stop|guest house|wine bottle|test tube|watch tower",
  ].map(renamed),
  "other verbs for has": instead(
    /(?<=(?:A|An|Each|Every) [a-z]+ )has (?=an? )/g,
    "carries |comes with |keeps |stores |consists of |needs |contains |features |is described by |is composed of |gets |records |includes |should have |will have |would have |is defined by |bears |possesses |holds |has got |has the following: |has these fields: |is stored with ",
  ),
  "other words for required": instead(
    /(?<=\()required(?=[,)])/g,
    "must be given|has to be there|mandatory|needed|a must|not null|compulsory|can't be missing|must not be blank|never empty",
  ),
  "other words for optional": instead(
    /(?<=\()optional(?=[,)])/g,
    "may be empty|can be left out|not required|nullable|if any|not always there|if known|can stay empty",
  ),
  "other words for unique": instead(
    /(?<=\()unique(?=[,)])/g,
    "no two the same|no duplicates|must not repeat|distinct|never used twice|must differ|no two share one",
  ),
  "other words for default": instead(
    /(?<=[(,] ?)default (?=[a-z\d]+\))/g,
    "starts out as |falls back to |initially |preset to |assumed |default: |the default is |begins at ",
  ),
  "other words for belongs to": instead(
    /\bbelongs to (?=(?:an?|one|the) )/g,
    "is part of |is owned by |sits under |lives in |is linked to |refers to |is tied to |is connected to |references |falls under |is associated with |is always of |points to |is filed under |comes from ",
  ),
  "other words for many": instead(
    /\bhas many (?=[a-z])/g,
    "has several |contains many |owns many |includes several |has any number of |has lots of |has a list of |has one or more |comprises many ",
  ),
  "values in other ways": values(
    " ({list})| (one of {list})| that is {or}| which can be {or}| that is one of {and}| chosen from {and}| limited to {and}|, namely {or}| whose values are {and}| with the values {and}| (allowed: {list})| (possible values: {list})| [{list}]| that can only be {or}|, either {or}",
  ),
  "deeds in other ways": deeds(
    "You can {or} {ns}.|It should be possible to {and} {ns}.|Users can {and} {ns}.|I want to be able to {and} {ns}.|We should be able to {and} {ns}.|Provide endpoints to {and} {ns}.|Allow {ing} {ns}.|Let users {and} {ns}.|Also support {ing} {ns}.|We also need to {and} {ns}.|Besides CRUD, {ns} have the operations {and}.",
  ),
  "lists in other ways": retold([
    "{S} has {c}, {x}.",
    "{S} has {c}, and {x}.",
    "{S} has {c} as well as {x}.",
    "{S} has {c} along with {x}.",
    "{S} has {c}, plus {x}.",
    "{S} has {c}, and finally {x}.",
    "{S} has {c} & {x}.",
    "{S} has both {c} and {x}.",
  ]),
  "other sentences": retold([
    "{S} has {l}. It also has {x}.",
    "{S} has {l}. We also store its {y}.",
    "{S} has {l}. In addition, every {n} has {x}.",
    "{S} has {l}. Don't forget the {y}.",
    "Note that {S} has {l} and {x}.",
    "As for {ns}, they have {l} and {x}.",
    "Now the {ns}: each has {l} and {x}.",
    "What about {ns}? They have {l} and {x}.",
    "I think {S} has {l} and {x}.",
    "We record {l} and {x} per {n}.",
    "When creating a {n}, users enter {l} and {x}.",
    "Add a {n} with {l} and {x}.",
    "We store {ns}, which have {l} and {x}.",
  ]),
  "what stands around": around([
    "Hi! …",
    "Hello there,\n\n…",
    "Ok so …",
    "Here's what I need: …",
    "I need the following: …",
    "Basically, …",
    '"…"',
    "… Thanks!",
    "…\n\nThanks in advance!",
    "… That's all.",
    "… Use TypeScript and Postgres.",
    "… Authentication can come later.",
    "```\n…\n```",
  ]),
  "lines broken": [50, 60, 80].map(wrapped),
  "small changes": [
    reworded((text) => text.replace(/\.\s*$/, "")),
    reworded((text) => (isProse(text) ? text.replaceAll(/(?<=\.) (?=[A-Z])/g, "\n") : text)),
    reworded((text) => (isProse(text) ? text.replaceAll(/(?<=\.) (?=[A-Z])/g, "\n\n") : text)),
    reworded((text) => text.replaceAll("'", "’")),
    reworded((text) => text.replaceAll(/(?<=^|[.] )An? (?=[a-z]+ has )/g, "Every single ")),
    reworded((text) => text.replaceAll(/(?<=\ban? )([a-z]+)(?=, an? )/g, "`$1`")),
  ],
};

/** The same in other words, which were written only after rules were mended, and show what those are worth for new ones. */
export const unmended: Readonly<Record<string, readonly Change[]>> = {
  has: instead(
    /(?<=(?:A|An|Each|Every) [a-z]+ )has (?=an? )/g,
    "is furnished with |is provided with |is accompanied by |exhibits |must come with |typically has |ought to have |is listed with |is summed up by |holds on to |is shown with |takes |is entered with |can be described by |has exactly |boasts |has these things: |has at least ",
  ),
  required: instead(
    /(?<=\()required(?=[,)])/g,
    "always filled in|cannot be left blank|necessary|must exist|may not be empty|it is needed|no empty value|essential",
  ),
  optional: instead(
    /(?<=\()optional(?=[,)])/g,
    "can be omitted|when there is one|voluntary|not needed|may stay blank|only if known|leave empty if unknown",
  ),
  unique: instead(
    /(?<=\()unique(?=[,)])/g,
    "all different|no repeats|never the same twice|each only once|different for each|cannot occur twice",
  ),
  belongs: instead(
    /\bbelongs to (?=(?:an?|one|the) )/g,
    "is a member of |is located in |is held by |is allocated to |is grouped under |depends on |is bound to |is subordinate to |is from |is kept under ",
  ),
  values: values(
    ", one of {and}| from among {and}| (pick one: {list})| (valid: {list})| taken from {and}| with options {and}| (it can be {or})| (just {or})| with possible values {and}| where {and} are possible| out of {and}| (values are {and})",
  ),
  deeds: deeds(
    "We'd like to {and} {ns}.|Make it possible to {and} {ns}.|The API should let us {and} {ns}.|I also want to {and} {ns}.|We must be able to {and} {ns}.|There should be actions to {and} {ns}.|Add actions for {ing} {ns}.|Members may {or} {ns}.|Enable {ing} {ns}.|{ns} offer actions: {and}.|Extra endpoints: {and} for {ns}.",
  ),
  lists: retold([
    "{S} has {c} and also {x}.",
    "{S} has {c}, but also {x}.",
    "{S} has {c}, in addition to {x}.",
    "{S} has {c} followed by {x}.",
    "{S} has {c}, not to forget {x}.",
    "{S} has {c} + {x}.",
    "{S} has {c}; {x}.",
  ]),
  sentences: retold([
    "The {ns} each have {l} and {x}.",
    "Every {n} comes with {l}, and we also note {x}.",
    "What we need for a {n}: {l} and {x}.",
    "For {ns} we need {l} and {x}.",
    "{S} has {l}. Furthermore it has {x}.",
    "{S} has {l}. Its {y} is of interest too.",
    "Then come the {ns}, each with {l} and {x}.",
    "{S} will be saved with {l} and {x}.",
    "There should be {ns} with {l} and {x}.",
    "Each of the {ns} has {l} and {x}.",
    "Speaking of {ns}: they have {l} and {x}.",
    "Of every {n} we know {l} and {x}.",
    "To add a {n}, give {l} and {x}.",
  ]),
  around: around([
    "Good morning, …",
    "… Cheers!",
    "… Please keep it simple.",
    "Hey team, …",
    "… No need for auth.",
    "So here is the idea: …",
    "… We can add more later.",
    "My idea is as follows. …",
    "This is for a school project. …",
    "… It should run on Node.",
    "Task: …",
    "… Thank you very much for your help!",
  ]),
};
