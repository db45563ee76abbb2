import { readFile, writeFile } from 'node:fs/promises';

/** Where the trash of Linux wrote down what it took (the FreeDesktop trash specification). */
type Trashed = readonly { readonly info?: string }[] | undefined;

/**
 * Moves a file to the trash of the system, which is to believe that it lay at `original`: so a person finds
 * it there again when it is restored. Only Linux lets that be said; elsewhere it comes back to where Sluice
 * found it in the end, and Sluice puts it back.
 */
export async function trashFile(path: string, original: string): Promise<void> {
  const { default: trash } = await import('trash');
  const trashed = (await trash(path, { glob: false })) as unknown as Trashed;
  const info = Array.isArray(trashed) ? trashed[0]?.info : undefined;
  if (info === undefined) return;
  const text = await readFile(info, 'utf8');
  await writeFile(
    info,
    text.replace(/^Path=.*$/m, () => `Path=${encodeURI(original)}`),
  );
}
