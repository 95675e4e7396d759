/** What a bench was told: words, `--name=value` and `--name`, in any order. */
const given = process.argv.slice(2);

export const words: readonly string[] = given.filter((one) => !one.startsWith("--"));

export const flag = (name: string): string | undefined =>
  given.find((one) => one.startsWith(`--${name}=`))?.slice(name.length + 3);

export const has = (name: string): boolean => given.includes(`--${name}`);
