/**
 * All files of a drop, those in dropped folders too: a browser hands over the folder only as something to
 * walk.
 */
export async function filesOfDrop(transfer: DataTransfer): Promise<File[]> {
  // The list empties itself as soon as the drop's handler returns, so everything is taken out of it first.
  const taken = [...transfer.items]
    .filter(({ kind }) => kind === 'file')
    .map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
  const files: File[] = [];
  for (const { entry, file } of taken) {
    if (entry?.isDirectory) await walk(entry as FileSystemDirectoryEntry, files);
    else if (file !== null) files.push(file);
  }
  return files;
}

async function walk(directory: FileSystemDirectoryEntry, files: File[]): Promise<void> {
  const reader = directory.createReader();
  // A reader answers at most some hundred entries at a time, and nothing at the end.
  for (;;) {
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (entries.length === 0) return;
    for (const entry of entries) {
      if (entry.isDirectory) await walk(entry as FileSystemDirectoryEntry, files);
      else
        files.push(
          await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject)),
        );
    }
  }
}
