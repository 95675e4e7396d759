export { logFormat, parseLog, type Commit, type FileChange } from "./commit.ts";
export { handFormat, parseHandLines, released, type HandLine, type Released } from "./hand.ts";
export { renderSection, type Heading } from "./render.ts";
export { sections, type Section } from "./sections.ts";
export { select, styleOf, type Entry, type Sources } from "./select.ts";
export { groups, parseSubject, type Group } from "./subject.ts";
export { nextVersion, stepOf, type Step } from "./version.ts";
