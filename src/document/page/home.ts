/** Returns `https://host/owner/name` for a repository address; undefined if it has no pages to link to. */
export const homeOf = (address: string): string | undefined => {
  const match =
    /^(?:git\+)?(?:https?:\/\/|ssh:\/\/git@|git@|git:\/\/)([\w.-]+)[/:]([\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/.exec(
      address.trim(),
    );
  return match ? `https://${match[1]}/${match[2]}` : undefined;
};

/** As `homeOf`, for the remote in the output of `git config --list -z`. */
export const homeIn = (config: string): string | undefined =>
  homeOf(/^remote\.origin\.url\n(.*)$/m.exec(config.replaceAll("\0", "\n\n"))?.[1] ?? "");
