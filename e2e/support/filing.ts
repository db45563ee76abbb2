import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './project-root.ts';

const realFiling = join(projectRoot, '../shared/corpus/apple-10-q.html');
export const ownFiling = join(projectRoot, 'resources/samples/broker-research/halden-freight-downgrade.html');
/** A real filing where the corpus is; else one of our own samples. */
export const filing = existsSync(realFiling) ? realFiling : ownFiling;
