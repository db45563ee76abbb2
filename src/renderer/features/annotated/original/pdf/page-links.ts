import type { PDFPageProxy } from 'pdfjs-dist';
import type { PagedFile } from './paged-file.ts';

/** Where a link within the document leads: a page, from 0, and how far down it, as a share of its height. */
export interface PagePlace {
  readonly page: number;
  readonly share: number;
}

export interface LinkWords {
  readonly toPage: string;
  readonly open: (address: string) => void;
  readonly goTo: (place: PagePlace) => void;
}

/** Links of a page that become buttons; a contents page has some hundreds. */
const mostLinks = 2_000;

interface LinkAnnotation {
  readonly subtype: string;
  readonly rect: readonly number[];
  readonly url?: string;
  readonly dest?: string | readonly unknown[];
}

export interface LinkedFile {
  readonly file: Pick<PagedFile, 'document' | 'ofPage'>;
  /** As many of its pages as are shown. */
  readonly pages: number;
}

/**
 * Buttons over the links of a page: those that lead to the web, and those within the document. Nothing else
 * that can be attached to a place of a PDF does anything here: no scripts, programs, files or forms.
 */
export async function pageLinks(
  linked: LinkedFile,
  proxy: PDFPageProxy,
  words: LinkWords,
): Promise<HTMLElement> {
  const layer = document.createElement('div');
  layer.dataset.links = '';
  const viewport = proxy.getViewport({ scale: 1 });
  const annotations = (await proxy.getAnnotations({ intent: 'display' })) as readonly LinkAnnotation[];
  for (const { rect, url, dest } of annotations.filter(isLink).slice(0, mostLinks)) {
    const isWeb = isOfWeb(url);
    const button = document.createElement('button');
    button.type = 'button';
    const name = isWeb ? url : words.toPage;
    button.title = name;
    button.setAttribute('aria-label', name);
    button.addEventListener('click', () => {
      if (isWeb) words.open(url);
      else if (dest) void placeOf(linked, dest).then((place) => place && words.goTo(place));
    });
    const [x1 = 0, y1 = 0] = viewport.convertToViewportPoint(rect[0] ?? 0, rect[1] ?? 0) as number[];
    const [x2 = 0, y2 = 0] = viewport.convertToViewportPoint(rect[2] ?? 0, rect[3] ?? 0) as number[];
    button.style.left = `${(Math.min(x1, x2) / viewport.width) * 100}%`;
    button.style.top = `${(Math.min(y1, y2) / viewport.height) * 100}%`;
    button.style.width = `${(Math.abs(x2 - x1) / viewport.width) * 100}%`;
    button.style.height = `${(Math.abs(y2 - y1) / viewport.height) * 100}%`;
    layer.append(button);
  }
  return layer;
}

const isOfWeb = (url: string | undefined): url is string => url !== undefined && /^https?:\/\//i.test(url);
const isLink = ({ subtype, url, dest }: LinkAnnotation) =>
  subtype === 'Link' && (isOfWeb(url) || (dest !== undefined && dest !== null));

async function placeOf(
  { file, pages }: LinkedFile,
  dest: string | readonly unknown[],
): Promise<PagePlace | undefined> {
  try {
    const document = await file.document;
    const found = typeof dest === 'string' ? await document.getDestination(dest) : dest;
    const [target, kind, left, top] = found ?? [];
    const page = typeof target === 'number' ? target : await document.getPageIndex(target as never);
    if (!(page >= 0 && page < pages)) return undefined;
    const height = (kind as { name?: string } | null)?.name === 'FitH' ? left : top;
    if (typeof height !== 'number') return { page, share: 0 };
    const viewport = (await document.getPage(page + 1)).getViewport({ scale: 1 });
    const [, y = 0] = viewport.convertToViewportPoint(0, height) as number[];
    return { page, share: Math.max(0, Math.min(1, y / viewport.height)) };
  } catch {
    // A place that the document does not have.
    return undefined;
  }
}
