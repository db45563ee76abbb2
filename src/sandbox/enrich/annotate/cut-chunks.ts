import type { Chunk } from '../../store/chunks.ts';
import type { AnnotatedBlock, AnnotatedSentence } from './annotate-blocks.ts';
import { round } from './score-sentiment.ts';
import { followTranscript, type TranscriptPlace } from './transcript-place.ts';

/** Characters a chunk holds before the next begins. */
const chunkLength = 1000;

/**
 * Cuts a document into chunks at the ends of sentences, in reading order, numbered from 1. In a transcript a
 * chunk also ends where another section or speaker begins.
 *
 * @param names the document's title and file name, by which a transcript is known
 */
export function cutChunks(blocks: readonly AnnotatedBlock[], names = ''): Chunk[] {
  const chunks: Chunk[] = [];
  const placeOf = followTranscript(names);
  let place: TranscriptPlace = { section: null, speaker: null };
  let chunk = emptyChunk(1, place);
  let tones: number[] = [];
  const end = () => {
    if (chunk.text !== '') {
      const sum = tones.reduce((total, tone) => total + tone, 0);
      chunks.push({ ...chunk, sentiment: tones.length === 0 ? 0 : round(sum / tones.length) });
    }
    chunk = emptyChunk(chunks.length + 1, place);
    tones = [];
  };
  const add = (block: AnnotatedBlock, paragraph: number, index: number, sentence: AnnotatedSentence) => {
    const words = block.text.slice(sentence.start, sentence.end);
    if (chunk.text.length + words.length > chunkLength) end();
    if (chunk.text !== '') chunk.text += index === 0 ? '\n' : ' ';
    const shift = chunk.text.length - sentence.start;
    chunk.text += words;
    chunk.locations.push({ paragraph_num: paragraph, sentence_num: index + 1 });
    for (const { entity, start, end } of block.mentions) {
      if (start < sentence.start || end > sentence.end) continue;
      const { id, name, type } = entity;
      chunk.detections.push({ id, name, entity_type: type, start: start + shift, end: end + shift });
    }
    if (sentence.sentiment !== 0) tones.push(sentence.sentiment);
  };
  for (const [number, block] of blocks.entries()) {
    if (block.kind === 'FOOTER') continue;
    const next = placeOf(block);
    if (next.section !== place.section || next.speaker !== place.speaker) {
      place = next;
      end();
    }
    for (const [index, sentence] of block.sentences.entries()) add(block, number + 1, index, sentence);
  }
  end();
  return chunks;
}

function emptyChunk(cnum: number, { section, speaker }: TranscriptPlace): Chunk {
  return { cnum, text: '', sentiment: 0, detections: [], locations: [], section, speaker };
}
