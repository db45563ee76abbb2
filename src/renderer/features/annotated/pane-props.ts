import type { PlaceAddress } from '../../lib/addresses/annotated.ts';
import type { DocumentCounts, DocumentSummary, Place, Target } from './model/types.ts';
import type { Begin, ShownPlace, Way } from './use-place.ts';
import type { RemoteDocument } from './worker/document-client.ts';

/** What the panes have in common: the document, the place that is shown, and the ways to show another. */
export interface PaneProps {
  readonly remote: RemoteDocument;
  readonly summary: DocumentSummary;
  /** Null until the first report. */
  readonly counts: DocumentCounts | null;
  readonly place: ShownPlace | null;
  /** To be called before asking for a place that `showPlace` shows. */
  readonly begin: Begin;
  readonly show: (target: Target, way?: Way) => Promise<Place | null>;
  readonly showPlace: (place: Place, values: Partial<PlaceAddress>, way?: Way) => void;
}
