import { type FileHandle, open } from 'node:fs/promises';

/** Bytes read for one pull: a page that is left in mid-load costs no more than one of these. */
const pieceSize = 64 * 1024;

/**
 * The bytes of a file as the body of an answer. `Readable.toWeb(createReadStream(…))` goes on giving pieces
 * to a body that was cancelled while it resumed, which nobody can catch and which ends the app
 * (https://github.com/nodejs/node/issues/64529). Here nothing is given but when it is asked for, and what is
 * read in the moment of a cancel is dropped.
 */
export function fileBody(path: string): ReadableStream<Uint8Array> {
  let file: Promise<FileHandle> | undefined;
  let isCancelled = false;
  const end = async () => {
    const opened = file;
    file = undefined;
    // A file that could not be opened has nothing to close; that was told to who read it.
    await (await opened?.catch(() => undefined))?.close();
  };
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          file ??= open(path);
          const { bytesRead, buffer } = await (await file).read(
            Buffer.allocUnsafeSlow(pieceSize),
            0,
            pieceSize,
          );
          if (isCancelled) return;
          if (bytesRead > 0) {
            controller.enqueue(buffer.subarray(0, bytesRead));
            return;
          }
          await end();
          controller.close();
        } catch (error) {
          await end();
          // Thrown, it makes the stream fail, and does nothing to one that was cancelled.
          throw error;
        }
      },
      async cancel() {
        isCancelled = true;
        await end();
      },
    },
    // Read when it is asked for: whoever leaves at once reads nothing.
    { highWaterMark: 0 },
  );
}
