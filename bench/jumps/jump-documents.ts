import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { kindOf } from '#core/original/kind-of.ts';
import { pageOf } from '#core/original/page/page-of.ts';
import { createEntityFinder } from '../../src/sandbox/enrich/annotate/find-entities.ts';
import { writeDocument } from '../annotated/write-document.ts';
import { annotateDocument } from '../../src/sandbox/enrich/annotate-document.ts';
import type { AnnotatedFile, JumpDocument } from './jump.ts';

/** Annotates every file of a folder that has a text, and this in its name, as the sandbox does. */
export async function annotateFolder(folder: string, to: string, only = ''): Promise<JumpDocument[]> {
  const findEntities = createEntityFinder();
  const documents: JumpDocument[] = [];
  for (const name of readdirSync(folder).filter((one) => one.includes(only))) {
    const path = join(to, `${name}.json`);
    const result = await annotateDocument(
      {
        id: 'A'.repeat(32),
        fileName: name,
        originalPath: join(folder, name),
        annotatedPath: path,
        origin: 'file_upload',
        enrichments: [],
        publishedAt: null,
        createdAt: 0,
        startedAt: 0,
        profile: 'spec',
      },
      findEntities,
    );
    if (result.kind !== 'annotated' || extname(name) === '.json') continue;
    const passages = result.chunks.flatMap(({ text, locations }, index) => {
      const [first] = locations;
      return first === undefined ? [] : [{ text, paragraph: first.paragraph_num, chunk: index + 1 }];
    });
    const original = await writeOriginal(join(folder, name), `${path}.page`);
    documents.push({ name, path, original, file: readAnnotated(path), passages });
  }
  return documents;
}

/** Writes the page that stands beside the text; answers where. */
async function writeOriginal(path: string, to: string): Promise<string | null> {
  const bytes = readFileSync(path);
  const kind = kindOf(basename(path), bytes.subarray(0, 4_096));
  if (kind === null || kind === 'pdf') return null;
  writeFileSync(to, await pageOf(kind, bytes));
  return to;
}

function readAnnotated(path: string): AnnotatedFile {
  return JSON.parse(readFileSync(path, 'utf8')) as AnnotatedFile;
}

/** Of a 10-K: some 1,200 blocks. */
const sampleBytes = 1_700_000;

export async function sampleDocument(to: string): Promise<JumpDocument> {
  const path = join(to, 'sample.json');
  await writeDocument(path, sampleBytes);
  const file = readAnnotated(path);
  const passages = file.content.body.map(({ text }, block) => ({ text, paragraph: block + 1, chunk: block }));
  // Of a text that never had an original: its own words, one block a paragraph.
  const words = Buffer.from(file.content.body.map(({ text }) => `${text}\n\n`).join(''));
  const original = `${path}.page`;
  writeFileSync(original, await pageOf('text', words));
  return { name: 'sample', path, original, file, passages };
}
