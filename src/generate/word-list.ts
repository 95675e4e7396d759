type Words<T extends string> = T extends `${infer First} ${infer Rest}` ? First | Words<Rest> : T;

/** Returns the words of a text, one space apart. */
export const words = <const T extends string>(text: T): readonly Words<T>[] => text.split(" ") as Words<T>[]; // split as the type is
