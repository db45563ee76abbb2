import type { TextPlace } from '#shared/anchor/anchor-text.ts';

/** An original as it stands in its pane. */
export interface OriginalView {
  /** All of its text in reading order; places are told in its UTF-16 units. */
  readonly text: string;
  /**
   * Brings the first line of a place into the middle third of the pane, marks the place, and keeps it there
   * through changes of width and zoom. A later call ends an earlier one; false when it was ended.
   */
  show(place: TextPlace): Promise<boolean>;
  /** Takes the mark away. */
  clear(): void;
  /** The page, from 1, a unit stands on; null where there are no pages. */
  pageOf(offset: number): number | null;
}

export interface ViewerProps {
  /** Address of the frame's page, or of the bytes of a PDF. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly onReady: (view: OriginalView) => void;
  /** What cannot be shown, in words. */
  readonly onFailed: (reason: string) => void;
  /** A person chose a unit of the text. */
  readonly onChoose: (offset: number) => void;
  /** A link of the document, of the web. */
  readonly onLink: (address: string) => void;
}
