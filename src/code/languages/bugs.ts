/** How messages begin that are for whoever wrote the program: nobody who calls it is to be told. */
const ofBug =
  /^\W*(?:bug\b|unreachable|impossible\b|assertion (?:failed|failure)|illegal state|unexpected internal|(?:internal|programming|programmer) (?:error|bug)|(?:this )?(?:should|must|can) ?(?:not|never) (?:happen|be reached|be here|get here|occur))/i;

export const isOfBug = (message: string): boolean => ofBug.test(message);

/** A class that is only to be extended refuses to be made itself: those who make one that extends it aren't told. */
const ofBareBase =
  /^(?:type\(self\)|self\.__class__|cls|new\.target|this\.constructor)\s+?(?:is|===?)\s+?\w+$/;

export const isOfBareBase = (condition: string | undefined): boolean =>
  condition !== undefined && ofBareBase.test(condition);
