/** Rows of a table written as text: one line each, cells parted by `|`, an empty cell as the empty string. */
export function readTable(text: string): string[][] {
  return text
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()));
}
