export { calendarVersion, isCalendar } from "./calendar.ts";
export { touches } from "./change.ts";
export { logFormat, parseLog, type Commit, type FileChange } from "./commit.ts";
export { groupOf, headingAt } from "./heading.ts";
export {
  announced,
  handFormat,
  parseHandLines,
  referencesIn,
  released,
  type Announced,
  type HandLine,
  type Released,
} from "./hand.ts";
export { composeChangelog, composeSection, nothingToTell, type Update } from "./compose.ts";
export { composeRst } from "./rst/index.ts";
export type { Heading } from "./render.ts";
export { followed } from "./link.ts";
export {
  enough as enoughCommits,
  gitOf,
  readRelease,
  releasesOf,
  releaseInChangelog,
  writtenAt,
  type Git,
  type Release,
  type Tag,
} from "./releases.ts";
export { sections, isNews, type Section } from "./sections.ts";
export type { Entry } from "./entry.ts";
export { select, styleOf, type Sources } from "./select.ts";
export { groups, parseSubject, type Group } from "./subject.ts";
export { apiDifference, reached, stepOfApi } from "./surface/index.ts";
export { nextVersion, stepOf, stepWith, type Step } from "./version.ts";
export { declaredIn, prefixOf } from "./releasing.ts";
export { changelogOf, type ComposedChangelog } from "./write.ts";
