export type * from "./definition.ts";
export type * from "./example.ts";
export * from "./problems.ts";
export {
  namesFrom,
  namesOf,
  resourceNames,
  spell,
  wordsOf,
  type Names,
  type Spelling,
} from "./name-spelling.ts";
export {
  answeredFields,
  belongsTo,
  fieldType,
  filterFields,
  foreignKey,
  initialValue,
  isNullable,
  preservedNames,
  ownedSets,
  movedBy,
  parents,
  patchFields,
  preconditions,
  sortFields,
  stateFields,
  storedFields,
  updateFields,
  writableFields,
  type Precondition,
} from "./fields.ts";
export { softNotes } from "./soft.ts";
export { mentioned, withoutOutside, type IdType } from "./outside.ts";
export { actionSchema, inputSchema, recordSchema, updateSchema } from "./schemas.ts";
export { link, type LooseRelation, type LooseResource } from "./link.ts";
export {
  accountOf,
  isRegistrationOpen,
  registrationFields,
  signInLimits,
  tokenLifetime,
  isPublic,
  type Account,
} from "./account.ts";
export { adminOf, policyOf, policyText, type Policy, type Rule } from "./policy.ts";
export { isSecured, withBearer, withoutAccounts } from "./bearer.ts";
export { servedBelow } from "./below.ts";
export { hasEtags, isMatched, isTagged, servedAs, withEtags } from "./etag.ts";
export { isBound, isRestricted, jsonAlone, listLimits, serve } from "./serve.ts";
export { readField } from "./notation.ts";
export { definitionFromYaml, settingsIn, type Settings } from "./yaml/read.ts";
export { definitionSchema, shortForms } from "./yaml/schema.ts";
export { newDefinitionFile, updateDefinitionFile } from "./yaml/update.ts";
export { tightened, type Tightened } from "./tightened.ts";
export { earlierField, earlierName, earlierResource, removedValues } from "./renames.ts";
export { isSpecification } from "./from/openapi/index.ts";
export { definitionData, definitionToYaml } from "./yaml/write.ts";
export { fromName } from "./from/name.ts";
export { usualFor } from "./lexicon/applications.ts";
export { entryFor, lexiconNames, usualRelations } from "./lexicon/index.ts";
export { examples, resourceOf } from "./examples/index.ts";
export { madeFor, twoAccounts } from "./examples/account.ts";
export { bodyLimit } from "./examples/bodies.ts";
export { versionScene } from "./examples/versions.ts";
export { toOpenApi } from "./to/openapi.ts";
export { toMarkdown } from "./to/markdown.ts";
export { toHtml } from "./to/html.ts";
export { classify, type Argument } from "./argument.ts";
export { definitionIn, documentOf } from "./own-document.ts";
export { differences, type DefinitionChange } from "./differences.ts";
export { fillOf } from "./fill.ts";
export { join, lostFrom } from "./join.ts";
export {
  change,
  isChange,
  isNamed,
  notUnderstood,
  nothingToChange,
  speaksOf,
  type Changed,
  type Choice,
} from "./change/index.ts";
export { showDefinition, type Shown } from "./to/table.ts";
export type * from "./spec.ts";
export { readSpec, describeWarnings } from "./from/openapi/index.ts";
export { fromText, relationKinds } from "./from/notation/reading.ts";
export type { FieldDraft, RelationDraft, ResourceDraft, TextDraft } from "./from/notation/draft.ts";
export { settle, typeByName } from "./from/notation/guess.ts";
export {
  numeral,
  rules as notationRules,
  takeNotation,
  takeRules,
  uncontracted,
  type Draft as NotationDraft,
} from "./from/notation/sayings.ts";
export { fieldNouns } from "./from/notation/kinds.ts";
export { isPerson } from "./from/notation/persons.ts";
export { inFull, lengthened } from "./from/notation/abbreviations.ts";
export { isKnown, mended } from "./from/notation/spelling.ts";
export { toReference, toReferenceHtml } from "./to/reference.ts";
export { htmlPolicy } from "./to/shell.ts";
export { storageOf } from "./specification/storage/index.ts";
export { isPrecondition } from "./specification/storage/parameters.ts";
export { namesOfColumns } from "./specification/storage/sql-names.ts";
export { openTests, storageTests } from "./specification/storage/tests.ts";
export { examplesOf, seedOf } from "./specification/storage/seeds.ts";
export type * from "./specification/storage/types.ts";
export { compareDocuments, nextVersion, type SpecChange } from "./specification/compare.ts";
export { specToOpenApi } from "./specification/document.ts";
export { describedBy } from "./specification/operation.ts";
export { sampleValue } from "./sample/value.ts";
export { sampleOf } from "./specification/sample.ts";
export { encodedPath } from "./specification/write.ts";
export { validatorOf } from "./specification/validator.ts";
export { isJson, isNever, unchecked } from "./specification/shape.ts";
export { servedByStorage } from "./specification/served.ts";
export { delimiters, styles, type Place, type Style } from "./specification/styles.ts";
export type { Earlier, OperationTests, SpecTest, TestRequest } from "./specification/tests.ts";
