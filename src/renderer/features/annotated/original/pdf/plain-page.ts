import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';

/** Width that every page gets at scale 1, in PDF units: a letter page. */
export const pageWidth = 612;
/** A page higher than this many of its widths is drawn narrower. A strip would be as high as a book. */
const mostAspect = 6;
/** Links of a page that can be clicked. A contents page has some hundreds. */
const mostLinks = 2_000;

interface LinkAnnotation {
  readonly subtype: string;
  readonly url?: string | null;
  readonly dest?: unknown;
}

/**
 * Prepares a document for pdf.js's viewer: it gets at most this many pages, all of them equally wide, and of
 * everything that can be attached to a page only links to the web and to other pages.
 */
export function makePlain(document: PDFDocumentProxy, pages: number): void {
  const getPage = document.getPage.bind(document);
  Object.defineProperty(document, 'numPages', { value: pages });
  document.getPage = async (number) => plainPage(await getPage(number));
  document.getFieldObjects = async () => null;
  document.hasJSActions = async () => false;
}

export function plainPage(page: PDFPageProxy): PDFPageProxy {
  if (Object.hasOwn(page, 'userUnit')) return page;
  const { width, height } = page.getViewport({ scale: 1 });
  const userUnit = (page.userUnit * pageWidth) / Math.max(width, height / mostAspect);
  Object.defineProperty(page, 'userUnit', { value: userUnit });
  const render = page.render.bind(page);
  const getAnnotations = page.getAnnotations.bind(page);
  const streamText = page.streamTextContent.bind(page);
  // Without that map, annotations are painted into the picture of the page.
  page.render = (parameters) => render({ ...parameters, annotationCanvasMap: undefined });
  page.getAnnotations = async (parameters) =>
    (await getAnnotations(parameters)).filter(isLink).slice(0, mostLinks).map(plainLink);
  // The layer gets the text that places are counted in.
  page.streamTextContent = () => streamText();
  page.getStructTree = async () => null as never;
  return page;
}

const isOfWeb = (url: string | null | undefined) => typeof url === 'string' && /^https?:\/\//i.test(url);
const isLink = ({ subtype, url, dest }: LinkAnnotation) =>
  subtype === 'Link' && (isOfWeb(url) || (dest !== undefined && dest !== null));

/** A link without scripts, attachments and named actions. */
function plainLink(link: LinkAnnotation) {
  const { url = null, dest } = link;
  const nothing = { action: null, actions: null, attachment: null, resetForm: null, setOCGState: null };
  const leads = isOfWeb(url) ? { url, dest: null } : { url: null, dest };
  return { ...link, ...nothing, ...leads };
}
