import english from '../../../resources/locales/en.json' with { type: 'json' };
import { createSentences } from './sentences.ts';

/**
 * The English sentences, for what core itself says: to a terminal, a log, JSON. Never imported by the pages,
 * which load the file of the person's language.
 */
export const inEnglish = createSentences('en', english);
