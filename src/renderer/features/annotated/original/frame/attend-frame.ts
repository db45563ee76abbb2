export interface FrameActs {
  /** A point of the frame was chosen. */
  readonly onChoose: (left: number, top: number) => void;
  /** A link of the web. */
  readonly onLink: (address: string) => void;
  /** A link to a place of the page. */
  readonly onPlace: (name: string) => void;
}

/**
 * Takes what a person does in a frame: nothing there acts by itself, no link leads anywhere, and keys are
 * those of the page around it. Returns what ends that.
 */
export function attendFrame(frame: HTMLIFrameElement, document: Document, acts: FrameActs): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  document.addEventListener(
    'click',
    (event) => {
      const target = event.target as Element;
      const link = target.closest<HTMLElement>('a, area');
      const { link: address, place } = link?.dataset ?? {};
      if (link !== null) event.preventDefault();
      if (address !== undefined) acts.onLink(address);
      else if (place !== undefined) acts.onPlace(place);
      // Who selects words does not ask for another place.
      else if (document.getSelection()?.isCollapsed !== false) acts.onChoose(event.clientX, event.clientY);
    },
    { signal },
  );
  for (const name of ['auxclick', 'dragover', 'drop', 'submit'])
    document.addEventListener(name, (event) => event.preventDefault(), { signal });
  document.addEventListener(
    'keydown',
    (event) => {
      const { key, code, ctrlKey, metaKey, altKey, shiftKey, repeat } = event;
      const selection = document.getSelection();
      // Who selected words means these first, and leaves the page by the next press.
      if (key === 'Escape' && selection?.isCollapsed === false) {
        selection.removeAllRanges();
        return event.preventDefault();
      }
      const pressed = { key, code, ctrlKey, metaKey, altKey, shiftKey, repeat };
      // Brackets of many keyboards are made with it.
      const modifierAltGraph = event.getModifierState('AltGraph');
      const copy = new KeyboardEvent('keydown', {
        ...pressed,
        modifierAltGraph,
        bubbles: true,
        cancelable: true,
      });
      if (!frame.dispatchEvent(copy)) event.preventDefault();
    },
    { signal },
  );
  return () => ending.abort();
}
