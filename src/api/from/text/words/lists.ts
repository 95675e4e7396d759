/** Splits at commas, `and` and line ends that stand in no parentheses. */
export function items(text: string): readonly string[] {
  const found: string[] = [];
  let depth = 0;
  let item = "";
  for (const piece of text.split(
    /(\(|\)|\[|\]|,\s*(?:and\s+|or\s+|but\s+)?|;\s*|(?<!\bdate)\s+and\s+(?!(?:up(?! to (?:\d+|two|three|four|five|six|eight|ten|twelve|twenty) [a-z]+s\b)|above|over|more)\b)|\s+and\s+(?!(?:up(?! to (?:\d+|two|three|four|five|six|eight|ten|twelve|twenty) [a-z]+s\b)|above|over|more|time)\b))/i,
  )) {
    if (piece === "(" || piece === "[") depth += 1;
    if (piece === ")" || piece === "]") depth -= 1;
    if (depth === 0 && /^(?:,|;|\s+and\s)/i.test(piece)) {
      found.push(item);
      item = "";
    } else item += piece;
  }
  return [...found, item].map((one) => one.trim()).filter(Boolean);
}

/** Sentences, lines and parts between semicolons; parentheses and braces stay whole. */
export function statements(text: string): readonly string[] {
  const found: string[] = [];
  let depth = 0;
  let part = "";
  const pieces = text.split(
    /([(){}]|\n+|;\s*|\.(?:\s+|$)|[?!](?:\s+(?=[A-Z])|$)|,\s+(?=(?:they|these|it|which|and they|and it|and (?:customers|users|members|admins|managers|staff|owners))\s+(?:can|may)\b(?!\s+be\s+(?:left|empty|blank|missing|omitted|null|skipped)))|,?\s+so\s+(?=(?:an?|each|every|the)\s)|,?\s+(?:but|while|whereas)\s+(?=(?:an?|each|every)\s)|,?\s+(?:where|but|though|although)\s+(?=(?:the|its|their)\s+[\w-]+(?:\s+[\w-]+)?\s+(?:is|are|isn['’]?t|aren['’]?t|must|can|may|cannot|can['’]t|has|have|do|does|don['’]t|doesn['’]t|defaults?|starts?|begins?|needs?|goes|ranges?|lies?|falls?|consists?|takes)\b)|,?\s+and\s+(?=(?:an?|each|every)\s+[\w-]+(?:\s+(?!and\b|or\b|that\b|which\b|who\b|with\b|in\b|on\b|at\b|to\b|of\b|for\b)[\w-]+)?\s+(?:is|has|have|can|may|belongs|gets|needs|[a-z]+s\s+(?:several|many|one|multiple|an?|the|its|when|where|how|whether))\b)|\s+-\s+(?=[A-Z]|(?:an? |each |every )?[a-z]+ (?:belongs|has|have|can)\b))/,
  );
  for (const [index, piece] of pieces.entries()) {
    if (piece === "(" || piece === "{") depth += 1;
    if (piece === ")" || piece === "}") depth -= 1;
    // `licence no. trip: from, to`
    const isHead = /^[a-z]+(?: [a-z]+)?:/i.test(pieces[index + 1] ?? "");
    if (
      index % 2 === 1 &&
      depth <= 0 &&
      /^(?:\n|;|[.?!](?:\s|$)|,|\s+(?:but|while|whereas|where|though|although|and|so|-)\s)/.test(piece) &&
      (isHead || !/(?:e\.g|i\.e|approx|max|min|(?<!\/)no)$/.test(part))
    ) {
      found.push(part);
      part = "";
    } else part += piece;
  }
  return [...found, part].map((one) => one.trim()).filter(Boolean);
}
