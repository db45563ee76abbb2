/** Saves a text, or what a worker made, as a file, by way of a link that is clicked. */
export function download(name: string, type: string, content: string | Blob): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has taken hold of it by the next turn.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
