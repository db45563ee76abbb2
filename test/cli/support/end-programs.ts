import { afterAll } from 'vitest';
import { endPrograms } from './program.ts';

// Run anew before each file, which a module that several files of a process share is not.
afterAll(endPrograms);
