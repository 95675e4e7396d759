/** How messages begin that report a bug in the program itself; callers needn't handle those errors. */
const ofBug =
  /^\W*(?:bug\b|unreachable|impossible\b|assertion (?:failed|failure)|illegal state|unexpected internal|(?:internal|programming|programmer) (?:error|bug)|(?:this )?(?:should|must|can) ?(?:not|never) (?:happen|be reached|be here|get here|occur))/i;

export const isOfBug = (message: string): boolean =>
  ofBug.test(message) || /\bthis is a bug\b/i.test(message);

/** Messages of abstract classes that refuse to be instantiated; creating a subclass doesn't raise them. */
const ofBareBase =
  /^(?:type\(self\)|self\.__class__|cls|new\.target|this\.constructor)\s+?(?:is|===?)\s+?\w+$/;

export const isOfBareBase = (condition: string | undefined): boolean =>
  condition !== undefined && ofBareBase.test(condition);
