/** Electron's line to the process that started a program (utilityProcess); Node's is `process.send`. */
interface ParentPort {
  on(name: 'message', listener: (event: { data: unknown }) => void): void;
  postMessage(message: unknown): void;
}

/**
 * Connects a program to the process that started it. Undefined where no process did, as in a test.
 *
 * @returns how the program sends a message
 */
export function connectToParent(hear: (message: unknown) => void): ((message: unknown) => void) | undefined {
  const { parentPort } = process as unknown as { parentPort?: ParentPort };
  if (parentPort) {
    parentPort.on('message', ({ data }) => hear(data));
    return (message) => parentPort.postMessage(message);
  }
  const send = process.send?.bind(process);
  if (!send) return undefined;
  process.on('message', hear);
  // Node would let every account of the machine run code here (bin/sluice.js).
  process.on('SIGUSR1', () => undefined);
  // An orderly end would wait for calls that hang.
  const kill = process.kill.bind(process, process.pid, 'SIGKILL');
  process.on('disconnect', kill);
  return (message) => void send(message);
}
