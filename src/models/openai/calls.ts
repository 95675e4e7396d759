import type { CallPiece } from "./chunk.ts";

export interface Call {
  readonly id: string | undefined;
  readonly name: string;
  /** The input as JSON, if it is valid. */
  readonly json: string;
}

/**
 * Assembles calls from their pieces. Servers differ: pieces of several calls may arrive interleaved, without index, or
 * each call under index 0 with its own id; a name may be repeated in every piece.
 */
export function assembler(): { add(piece: CallPiece): void; calls(): readonly Call[] } {
  const open: { index: number; id: string | undefined; name: string; json: string }[] = [];
  const belongs = (piece: CallPiece) => {
    const found =
      piece.index === undefined ? open.at(-1) : open.findLast(({ index }) => index === piece.index);
    const fresh = piece.id !== undefined && found?.id !== undefined && piece.id !== found.id;
    const unnumbered = piece.index === undefined && piece.name !== undefined;
    return fresh || unnumbered ? undefined : found;
  };
  return {
    add(piece) {
      const call = belongs(piece);
      if (call === undefined) {
        open.push({
          index: piece.index ?? open.length,
          id: piece.id,
          name: piece.name ?? "",
          json: piece.arguments,
        });
        return;
      }
      call.id ??= piece.id;
      call.name ||= piece.name ?? "";
      call.json += piece.arguments;
    },
    calls: () => open.map(({ id, name, json }) => ({ id, name, json: json.trim() || "{}" })),
  };
}
