/** `https://host/owner/name` of a repository's address; undefined where it has no pages to link to. */
export const homeOf = (address: string): string | undefined => {
  const match =
    /^(?:git\+)?(?:https?:\/\/|ssh:\/\/git@|git@|git:\/\/)([\w.-]+)[/:]([\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/.exec(
      address.trim(),
    );
  return match ? `https://${match[1]}/${match[2]}` : undefined;
};

/** The same of the remote that a configuration names, as `git config --list -z` gives it. */
export const homeIn = (config: string): string | undefined =>
  homeOf(/^remote\.origin\.url\n(.*)$/m.exec(config.replaceAll("\0", "\n\n"))?.[1] ?? "");
