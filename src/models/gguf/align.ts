/**
 * The wanted tokens, beginning with as many evaluated tokens as possible. Text written by a model often has other
 * tokens than the tokeniser produces; if both stand for the same bytes, the evaluated ones are used. `text` returns a
 * token's bytes, `undefined` for a control token, which only equals itself.
 */
export function align(
  evaluated: readonly number[],
  target: readonly number[],
  text: (token: number) => Uint8Array | undefined,
): { readonly tokens: readonly number[]; readonly kept: number } {
  let have = 0;
  let want = 0;
  for (;;) {
    while (have < evaluated.length && want < target.length && evaluated[have] === target[want]) {
      have++;
      want++;
    }
    const meeting = meet({ evaluated, wanted: target, text }, have, want);
    if (!meeting) break;
    [have, want] = meeting;
  }
  return { tokens: [...evaluated.slice(0, have), ...target.slice(want)], kept: have };
}

interface Both {
  readonly evaluated: readonly number[];
  readonly wanted: readonly number[];
  readonly text: (token: number) => Uint8Array | undefined;
}

/** Where both lists have covered the same bytes again. */
function meet(both: Both, have: number, want: number): [number, number] | undefined {
  let left: Uint8Array = none;
  let right: Uint8Array = none;
  do {
    if (left.length === 0) {
      const next = bytesAt(both, both.evaluated, have++);
      if (!next) return undefined;
      left = next;
    }
    if (right.length === 0) {
      const next = bytesAt(both, both.wanted, want++);
      if (!next) return undefined;
      right = next;
    }
    const shared = Math.min(left.length, right.length);
    for (let i = 0; i < shared; i++) if (left[i] !== right[i]) return undefined;
    left = left.subarray(shared);
    right = right.subarray(shared);
  } while (left.length > 0 || right.length > 0);
  return [have, want];
}

const none = new Uint8Array();

function bytesAt({ text }: Both, tokens: readonly number[], index: number): Uint8Array | undefined {
  const token = tokens[index];
  const bytes = token === undefined ? undefined : text(token);
  return bytes?.length ? bytes : undefined;
}
