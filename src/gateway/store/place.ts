/** Formats a store for messages: a URL without its password and parameters. */
export function shownPlace(text: string): string {
  if (!/^\w+:\/\//.test(text)) return text;
  if (!URL.canParse(text)) return "of this URL";
  const { protocol, username, host, pathname } = new URL(text);
  return `${protocol}//${username === "" ? "" : `${username}@`}${host}${pathname}`;
}
