import { statSync } from 'node:fs';

// Loaded before a program under Wine (`--import`), which gives the time of the last change for that of a file's
// creation: here no file has one, as on file systems that keep none.
const statistics = Object.getPrototypeOf(statSync('.', { bigint: true }));
Object.defineProperty(statistics, 'birthtimeNs', { get: () => 0n, set() {} });
