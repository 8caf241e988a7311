import type { AnswerHead, HttpAnswer, LongAnswer } from '../http-answer.ts';
import { isFileError, spoolFile } from './spooled-file.ts';

/** A longer body is written to a file. */
const IN_MEMORY_MAX_BYTES = 1_000_000;

/** Resolves when the whole body of a long answer is made, in memory or in a file in this folder. */
export async function completeAnswer(
  answer: HttpAnswer | LongAnswer,
  folder: string,
): Promise<HttpAnswer> {
  if (!('write' in answer)) return answer;
  try {
    return await completeInFile(answer, folder);
  } catch (error) {
    // On a full disk, or where this account can't write.
    if (!isFileError(error)) throw error;
    await using writing = answer.write();
    const { pieces, head } = await takePieces(writing, Number.POSITIVE_INFINITY);
    if (head === undefined) throw new Error('The answer has no end.', { cause: error });
    return { ...head, body: pieces.join('') };
  }
}

async function completeInFile({ write }: LongAnswer, folder: string): Promise<HttpAnswer> {
  await using writing = write();
  const { pieces, head } = await takePieces(writing, IN_MEMORY_MAX_BYTES);
  if (head !== undefined) return { ...head, body: pieces.join('') };
  const end = Promise.withResolvers<AnswerHead>();
  const writeAll = async function* () {
    yield* pieces;
    end.resolve(yield* writing);
  };
  const body = await spoolFile(folder, writeAll());
  return { ...(await end.promise), body };
}

type TakenPieces = { readonly pieces: readonly string[]; readonly head: AnswerHead | undefined };

/**
 * Takes pieces until they have more than `bytesMax` bytes; returns the head too if these are all.
 */
async function takePieces(
  writing: AsyncGenerator<string, AnswerHead>,
  bytesMax: number,
): Promise<TakenPieces> {
  const pieces: string[] = [];
  for (let bytes = 0; bytes <= bytesMax; ) {
    const piece = await writing.next();
    if (piece.done) return { pieces, head: piece.value };
    pieces.push(piece.value);
    bytes += Buffer.byteLength(piece.value);
  }
  return { pieces, head: undefined };
}
