import type { Chunk } from '../../store/chunks.ts';
import type { AnnotatedBlock, AnnotatedSentence } from './annotate-blocks.ts';
import { round } from './score-sentiment.ts';

/** Characters a chunk holds before the next begins. */
const chunkLength = 1000;

/** Cuts a document into chunks at the ends of sentences, in reading order, numbered from 1. */
export function cutChunks(blocks: readonly AnnotatedBlock[]): Chunk[] {
  const chunks: Chunk[] = [];
  let text = '';
  let tones: number[] = [];
  const end = () => {
    if (text !== '') {
      const sentiment =
        tones.length === 0 ? 0 : round(tones.reduce((sum, tone) => sum + tone, 0) / tones.length);
      chunks.push({ cnum: chunks.length + 1, text, sentiment });
    }
    text = '';
    tones = [];
  };
  const add = (block: AnnotatedBlock, sentence: AnnotatedSentence, joint: string) => {
    const words = block.text.slice(sentence.start, sentence.end);
    if (text.length + words.length > chunkLength) end();
    text += text === '' ? words : `${joint}${words}`;
    if (sentence.sentiment !== 0) tones.push(sentence.sentiment);
  };
  for (const block of blocks) {
    if (block.kind === 'FOOTER') continue;
    for (const [index, sentence] of block.sentences.entries()) add(block, sentence, index === 0 ? '\n' : ' ');
  }
  end();
  return chunks;
}
