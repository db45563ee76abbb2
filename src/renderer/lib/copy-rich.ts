interface Copied {
  readonly html: string;
  /** For what takes no more than text. */
  readonly text: string;
}

/**
 * Puts something on the clipboard in two forms, from within what a person just did. By the event of copying,
 * which needs no permission, in the app as in a browser. Answers false where it was not allowed.
 */
export function copyRich({ html, text }: Copied): boolean {
  let isDone = false;
  const onCopy = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/html', html);
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
    event.stopImmediatePropagation();
    isDone = true;
  };
  addEventListener('copy', onCopy, true);
  document.execCommand('copy');
  removeEventListener('copy', onCopy, true);
  return isDone;
}
