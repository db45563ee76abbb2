const typedInto = 'input, textarea, select, [contenteditable]';
/** What is open over the page has the keys. */
const over = '[role="dialog"], [role="menu"]';

/** Whether a key is typed where nothing but keys of the page is meant. */
export function isKeyOfPage({ defaultPrevented, target }: KeyboardEvent): boolean {
  if (defaultPrevented || [...document.querySelectorAll(over)].some((one) => one.checkVisibility()))
    return false;
  return !(target instanceof Element && target.closest(typedInto));
}

/** Whether a key asks for find: Ctrl+F from anywhere, `/` where nothing is typed into. */
export function isFindKey(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey, shiftKey, defaultPrevented } = event;
  const isWithControl = (ctrlKey || metaKey) && !altKey && !shiftKey;
  if (isWithControl && key.toLowerCase() === 'f') return !defaultPrevented;
  return key === '/' && !ctrlKey && !metaKey && !altKey && isKeyOfPage(event);
}
