/**
 * The one-to-one assignment of rows to columns with the best total score; entries at or below zero stay unassigned.
 * Takes scores[row][column] and returns for each row its column or -1. Cubic in the larger side.
 */
export function assign(scores: readonly (readonly number[])[]): readonly number[] {
  const rows = scores.length;
  const columns = scores[0]?.length ?? 0;
  if (rows === 0 || columns === 0) return scores.map(() => -1);
  // Hungarian method on costs, with one private dummy column per row, so that every row may stay unassigned at cost 0
  const wide = columns + rows;
  const cost = (row: number, column: number): number =>
    column < columns ? -Math.max(scores[row]?.[column] ?? 0, -1e6) : column - columns === row ? 0 : 1e6;
  const u = new Float64Array(rows + 1);
  const v = new Float64Array(wide + 1);
  const match = new Int32Array(wide + 1);
  const way = new Int32Array(wide + 1);
  for (let row = 1; row <= rows; row++) {
    match[0] = row;
    let column = 0;
    const least = new Float64Array(wide + 1).fill(Number.POSITIVE_INFINITY);
    const used = new Uint8Array(wide + 1);
    do {
      used[column] = 1;
      const index = match[column] ?? 0;
      let delta = Number.POSITIVE_INFINITY;
      let next = 0;
      for (let j = 1; j <= wide; j++) {
        if (used[j]) continue;
        const reduced = cost(index - 1, j - 1) - (u[index] ?? 0) - (v[j] ?? 0);
        if (reduced < (least[j] ?? 0)) {
          least[j] = reduced;
          way[j] = column;
        }
        if ((least[j] ?? 0) < delta) [delta, next] = [least[j] ?? 0, j];
      }
      for (let j = 0; j <= wide; j++) {
        if (used[j]) {
          u[match[j] ?? 0] = (u[match[j] ?? 0] ?? 0) + delta;
          v[j] = (v[j] ?? 0) - delta;
        } else least[j] = (least[j] ?? 0) - delta;
      }
      column = next;
    } while (match[column] !== 0);
    do {
      const previous = way[column] ?? 0;
      match[column] = match[previous] ?? 0;
      column = previous;
    } while (column);
  }
  const chosen = Array.from({ length: rows }, () => -1);
  for (let j = 1; j <= columns; j++) {
    const row = (match[j] ?? 0) - 1;
    if (row >= 0 && (scores[row]?.[j - 1] ?? 0) > 0) chosen[row] = j - 1;
  }
  return chosen;
}
