import { writeFileSync } from 'node:fs';
import type { AnnotateJob, AnnotateResult } from './annotate-job.ts';
import { contentTypeOf } from './content-type.ts';

export async function annotateDocument(job: AnnotateJob): Promise<AnnotateResult> {
  writeFileSync(
    job.annotatedPath,
    JSON.stringify({
      document: {},
      content: { title: { text: job.fileName }, body: [] },
      profiling: {},
      analytics: {},
    }),
  );
  return { kind: 'annotated', contentType: contentTypeOf(job.fileName), title: job.fileName, chunks: [] };
}
