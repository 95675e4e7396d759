/** Where a sentence begins, with what stands before it. */
export const start = String.raw`(^|[.;?!\n]\s*)`;
