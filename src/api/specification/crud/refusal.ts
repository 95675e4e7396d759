class NotStored extends Error {}

/** Storage can't do this. */
export const no = (why: string): never => {
  throw new NotStored(why);
};

/** A name as a refusal has it. */
export const quoted = (name: string): string => JSON.stringify(name.slice(0, 80));

/** What comes of some work, or why storage can't do it. */
export const attempt = <T>(work: () => T): { readonly value: T } | { readonly why: string } => {
  try {
    return { value: work() };
  } catch (error) {
    if (error instanceof NotStored) return { why: error.message };
    throw error;
  }
};
