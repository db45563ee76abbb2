import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { createEntityFinder } from '../../src/sandbox/enrich/annotate/find-entities.ts';
import { writeDocument } from '../annotated/write-document.ts';
import { annotateDocument } from '../../src/sandbox/enrich/annotate-document.ts';
import type { AnnotatedFile, JumpDocument } from './jump.ts';

/** Annotates every file of a folder that has a text, as the sandbox does. */
export async function annotateFolder(folder: string, to: string): Promise<JumpDocument[]> {
  const findEntities = createEntityFinder();
  const documents: JumpDocument[] = [];
  for (const name of readdirSync(folder)) {
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
    documents.push({ name, path, file: readAnnotated(path), passages });
  }
  return documents;
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
  return { name: 'sample', path, file, passages };
}
