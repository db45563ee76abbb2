/** A picture as a canvas has it: four bytes a pixel (red, green, blue, alpha), the top row first. */
export interface Pixels {
  readonly size: number;
  readonly rgba: Uint8Array;
}

const directoryBytes = 6;
const entryBytes = 16;
const headerBytes = 40;

/**
 * An icon of Windows with each of these pictures, as bitmaps of 32 bits: what is compressed as PNG is read
 * for the largest size only by some parts of Windows.
 */
export function icoFile(pictures: readonly Pixels[]): Uint8Array {
  const bitmaps = pictures.map(bitmapOf);
  const directory = Buffer.alloc(directoryBytes + entryBytes * pictures.length);
  directory.writeUInt16LE(1, 2);
  directory.writeUInt16LE(pictures.length, 4);
  let offset = directory.length;
  for (const [index, { size }] of pictures.entries()) {
    const entry = directoryBytes + entryBytes * index;
    const bytes = bitmaps[index]?.length ?? 0;
    // 256 is written as 0.
    directory.writeUInt8(size % 256, entry);
    directory.writeUInt8(size % 256, entry + 1);
    directory.writeUInt16LE(1, entry + 4);
    directory.writeUInt16LE(32, entry + 6);
    directory.writeUInt32LE(bytes, entry + 8);
    directory.writeUInt32LE(offset, entry + 12);
    offset += bytes;
  }
  return Buffer.concat([directory, ...bitmaps]);
}

/** Header, colours from the bottom row up, and a mask that is empty: alpha says what is seen. */
function bitmapOf({ size, rgba }: Pixels): Buffer {
  const maskRow = Math.ceil(size / 32) * 4;
  const bitmap = Buffer.alloc(headerBytes + size * size * 4 + maskRow * size);
  bitmap.writeUInt32LE(headerBytes, 0);
  bitmap.writeInt32LE(size, 4);
  // Colours and mask count together.
  bitmap.writeInt32LE(size * 2, 8);
  bitmap.writeUInt16LE(1, 12);
  bitmap.writeUInt16LE(32, 14);
  bitmap.writeUInt32LE(size * size * 4, 20);
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      const from = (row * size + column) * 4;
      const to = headerBytes + ((size - 1 - row) * size + column) * 4;
      const [red = 0, green = 0, blue = 0, alpha = 0] = rgba.subarray(from, from + 4);
      bitmap.set([blue, green, red, alpha], to);
    }
  }
  return bitmap;
}
