import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { icoFile, type Pixels } from './ico-file.ts';

/**
 * Draws the icons of the app and its tray from `resources/icon.svg` and the shapes below: `node
 * scripts/icons.ts`, with a Chromium in CHROMIUM where Playwright has none of its own.
 */
const resources = new URL('../resources/', import.meta.url);
// A tile of its own, because panels are light or dark.
const tile = '<rect x="1" y="1" width="30" height="30" rx="7" fill="#12324a"/>';
const gate = '<path d="M8 6v20M24 6v20" stroke="#e9f1f5" stroke-width="3" stroke-linecap="round"/>';
const board = (y: number) => `<rect x="10.5" y="${y}" width="11" height="8" rx="1.5" fill="#e9f1f5"/>`;
const water =
  '<path d="M4 24c4-3 8-3 12 0s8 3 12 0" fill="none" stroke="#39b6c4" stroke-width="3" stroke-linecap="round"/>';
const dot = '<circle cx="25" cy="7" r="6" fill="#e0592a" stroke="#ffffff" stroke-width="1.5"/>';

/**
 * The gate is open while work goes on, half open at rest and closed while paused; the dot asks for a person.
 */
const tray: Readonly<Record<string, string>> = {
  idle: tile + gate + board(10) + water,
  working: tile + gate + board(5) + water,
  paused: tile + gate + board(18),
  attention: tile + gate + board(10) + water + dot,
};

/**
 * What macOS colours by itself for a light or dark menu bar: black on nothing, the dot cut free of the gate
 * (https://www.electronjs.org/docs/latest/api/native-image#template-image-macos).
 */
const black = (shapes: string) =>
  shapes.replace(tile, '').replaceAll(/(fill|stroke)="#[0-9a-f]{6}"/g, '$1="#000000"');
const cut =
  '<mask id="cut"><rect width="32" height="32" fill="#ffffff"/><circle cx="25" cy="7" r="8.5"/></mask>';
const template: Readonly<Record<string, string>> = {
  idle: black(tray.idle ?? ''),
  working: black(tray.working ?? ''),
  paused: black(tray.paused ?? ''),
  attention: `${cut}<g mask="url(#cut)">${black(tray.idle ?? '')}</g><circle cx="25" cy="7" r="6"/>`,
};

/**
 * Those of small icons in Windows: https://www.electronjs.org/docs/latest/api/native-image#supported-formats.
 */
const windowsSizes = [16, 20, 24, 32, 40, 48];

const { CHROMIUM } = process.env;
const browser = await chromium.launch(CHROMIUM === undefined ? {} : { executablePath: CHROMIUM });
const page = await browser.newPage();

async function draw(svg: string, size: number, name: string): Promise<void> {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(
    `<style>body { margin: 0 } svg { display: block; width: 100vw; height: 100vh }</style>${svg}`,
  );
  await page.screenshot({ path: new URL(`icons/${name}.png`, resources).pathname, omitBackground: true });
}

/** The picture as the bytes of its pixels. */
async function pixelsOf(svg: string, size: number): Promise<Pixels> {
  const numbers = await page.evaluate(
    async ([source, edge]) => {
      const image = new Image();
      image.src = `data:image/svg+xml,${encodeURIComponent(source)}`;
      await image.decode();
      const context = new OffscreenCanvas(edge, edge).getContext('2d');
      context?.drawImage(image, 0, 0, edge, edge);
      return [...(context?.getImageData(0, 0, edge, edge).data ?? [])];
    },
    [svg, size] as const,
  );
  return { size, rgba: Uint8Array.from(numbers) };
}

mkdirSync(new URL('icons/', resources), { recursive: true });
const icon = readFileSync(new URL('icon.svg', resources), 'utf8');
// electron-builder makes the formats of Windows and macOS from this one; the desktops of Linux look for these
// sizes.
await draw(icon, 1024, 'icon');
mkdirSync(new URL('icons/sizes/', resources), { recursive: true });
for (const size of [16, 24, 32, 48, 64, 128, 256, 512]) await draw(icon, size, `sizes/${size}x${size}`);
const drawing = (shapes: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32" viewBox="0 0 32 32">${shapes}</svg>`;
for (const [name, shapes] of Object.entries(tray)) {
  const svg = drawing(shapes);
  await draw(svg, 22, `tray-${name}`);
  await draw(svg, 44, `tray-${name}@2x`);
  const pictures: Pixels[] = [];
  for (const size of windowsSizes) pictures.push(await pixelsOf(svg, size));
  writeFileSync(new URL(`icons/tray-${name}.ico`, resources), icoFile(pictures));
}
for (const [name, shapes] of Object.entries(template)) {
  await draw(drawing(shapes), 16, `tray-${name}Template`);
  await draw(drawing(shapes), 32, `tray-${name}Template@2x`);
}
await browser.close();
