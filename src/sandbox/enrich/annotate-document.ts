import { writeFileSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { annotateBlocks } from './annotate/annotate-blocks.ts';
import { blockJson } from './annotate/annotated-json.ts';
import { buildAnalytics, reportingEntities } from './annotate/build-analytics.ts';
import { cutChunks } from './annotate/cut-chunks.ts';
import { documentType } from './annotate/document-type.ts';
import type { EntityFinder } from './annotate/find-entities.ts';
import type { AnnotateJob, AnnotateResult } from './annotate-job.ts';
import { mediaTypes } from './content-type.ts';
import { type ExtractedDocument, Unreadable } from './extract/block.ts';
import { extractFile } from './extract/extract-file.ts';

/** A page of close print. */
const charactersPerPage = 3000;

/** Extracts, annotates and writes one document. Never rejects: what cannot be read is a failed result. */
export async function annotateDocument(
  job: AnnotateJob,
  findEntities: EntityFinder,
): Promise<AnnotateResult> {
  try {
    return await annotate(job, findEntities);
  } catch (error) {
    return { kind: 'failed', errorCode: error instanceof Unreadable ? error.code : 'EXTRACTION_FAILED' };
  }
}

async function annotate(job: AnnotateJob, findEntities: EntityFinder): Promise<AnnotateResult> {
  const begun = performance.now();
  const extracted = await extractFile(job.originalPath, job.fileName);
  const title = extracted.title === '' ? basename(job.fileName, extname(job.fileName)) : extracted.title;
  const { blocks, events } = annotateBlocks(extracted.blocks, findEntities);
  const type = documentType(title, extracted.blocks, extracted.kind);
  const analytics = buildAnalytics(blocks, events, title, type);
  const document = {
    document: {
      source: { name: job.origin === 'file_upload' ? 'My files' : job.origin },
      metadata: {
        content_id: job.id,
        file_name: job.fileName,
        content_type: mediaTypes[extracted.kind],
        published_ts: isoOrNull(job.publishedAt),
        created_ts: isoOrNull(job.createdAt),
        language: 'en',
        ...extracted.metadata,
        ...enriched(job.enrichments, analytics),
      },
    },
    content: { title: { text: title }, body: blocks.map((block) => blockJson(block, job.profile)) },
    profiling: {
      collection: {
        processor_in_timestamp_utc: isoOrNull(job.startedAt),
        processor_out_timestamp_utc: isoOrNull(job.startedAt + performance.now() - begun),
      },
    },
    analytics,
  };
  writeFileSync(job.annotatedPath, JSON.stringify(document));
  return {
    kind: 'annotated',
    contentType: mediaTypes[extracted.kind],
    title,
    chunks: cutChunks(blocks, `${title}\n${job.fileName}`),
    notes: {
      documentType: type,
      authors: [extracted.metadata.author, extracted.metadata.from].filter(
        (name) => typeof name === 'string',
      ),
      pages: pagesOf(extracted),
      titleEntities: [...new Set(findEntities(title).map(({ entity }) => entity.id))],
    },
  };
}

/** Pages that are billed: those of a PDF, otherwise as many as the text would fill. */
function pagesOf({ metadata, blocks }: ExtractedDocument): number {
  if (typeof metadata.pages === 'number') return metadata.pages;
  const characters = blocks.reduce((sum, block) => sum + block.text.length, 0);
  return Math.max(1, Math.ceil(characters / charactersPerPage));
}

/**
 * What the asked processing steps add (section 2.7). The sandbox knows one language, so a translation changes
 * nothing.
 */
function enriched(steps: readonly string[], analytics: Record<string, unknown>): Record<string, unknown> {
  return {
    ...(steps.includes('reporting_entities') ? { reporting_entities: reportingEntities(analytics) } : {}),
    ...(steps.includes('translation')
      ? { translation: { source_language: 'en', target_language: 'en', translated: false } }
      : {}),
  };
}

function isoOrNull(milliseconds: number | null): string | null {
  return milliseconds === null ? null : new Date(milliseconds).toISOString();
}
