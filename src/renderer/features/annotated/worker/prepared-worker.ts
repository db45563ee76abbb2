/** One that was begun before there was a document for it. */
let prepared: Worker | undefined;

/**
 * Begins a worker for the next document, so that it is there when the document is. Apart from all that knows
 * what a document is: it is called before the code of a document's page is there.
 */
export function prepareWorker(): void {
  if (typeof Worker === 'undefined' || prepared !== undefined) return;
  const worker = beginWorker();
  prepared = worker;
  // One that broke is of no use to a document.
  worker.addEventListener('error', () => {
    if (prepared === worker) prepared = undefined;
  });
}

/** The one that was begun, or another one; it is the caller's from now on. */
export function takeWorker(): Worker {
  const worker = prepared ?? beginWorker();
  prepared = undefined;
  return worker;
}

function beginWorker(): Worker {
  return new Worker(new URL('./annotated-worker.ts', import.meta.url), { type: 'module' });
}
