/** Frames of the MongoDB wire protocol: messages in, messages out. */
import { deserialize, serialize, type Document } from "bson";

const opReply = 1;
const opQuery = 2004;
export const opMsg = 2013;

export interface Request {
  readonly id: number;
  readonly opcode: number;
  readonly command: Document;
}

/** Splits a stream of bytes into whole messages. */
export class Framer {
  #rest: Buffer = Buffer.alloc(0);

  push(chunk: Uint8Array): readonly Buffer[] {
    this.#rest = Buffer.concat([this.#rest, chunk]);
    const whole: Buffer[] = [];
    while (this.#rest.length >= 16 && this.#rest.length >= this.#rest.readInt32LE(0)) {
      const length = this.#rest.readInt32LE(0);
      whole.push(this.#rest.subarray(0, length));
      this.#rest = this.#rest.subarray(length);
    }
    return whole;
  }
}

const documentAt = (message: Buffer, at: number): { readonly document: Document; readonly end: number } => {
  const end = at + message.readInt32LE(at);
  return { document: deserialize(message.subarray(at, end)), end };
};

/** OP_MSG: one document, and sequences of documents that belong to its members. */
function sections(message: Buffer): Document {
  const command: Document = {};
  for (let at = 20; at < message.length;) {
    if (message[at] === 0) {
      const { document, end } = documentAt(message, at + 1);
      Object.assign(command, document);
      at = end;
      continue;
    }
    const end = at + 1 + message.readInt32LE(at + 1);
    const nameEnd = message.indexOf(0, at + 5);
    const documents: Document[] = [];
    for (let next = nameEnd + 1; next < end;) {
      const read = documentAt(message, next);
      documents.push(read.document);
      next = read.end;
    }
    command[message.toString("utf8", at + 5, nameEnd)] = documents;
    at = end;
  }
  return command;
}

export function readRequest(message: Buffer): Request {
  const [id, opcode] = [message.readInt32LE(4), message.readInt32LE(12)];
  if (opcode === opMsg) return { id, opcode, command: sections(message) };
  if (opcode !== opQuery) throw new Error(`No support for opcode ${opcode}.`);
  const nameEnd = message.indexOf(0, 20);
  return { id, opcode, command: documentAt(message, nameEnd + 9).document };
}

export function writeReply({ id, opcode }: Request, document: Document): Buffer {
  const body = serialize(document);
  const head = Buffer.alloc(opcode === opMsg ? 21 : 36);
  head.writeInt32LE(head.length + body.length, 0);
  head.writeInt32LE(id, 8);
  head.writeInt32LE(opcode === opMsg ? opMsg : opReply, 12);
  if (opcode !== opMsg) head.writeInt32LE(1, 32);
  return Buffer.concat([head, body]);
}
