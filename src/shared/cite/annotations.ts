import type { Note } from '../bridge/notes.ts';
import { passageLink } from './passage-citation.ts';
import { writePassageLink } from './passage-link.ts';

/** Where an annotation of W3C says which words of ours its terms are. */
const context = 'http://www.w3.org/ns/anno.jsonld';

/**
 * Notes as a page of W3C Web Annotations. What the model has no word for is in those of schema.org and Dublin
 * Core, which its context knows.
 */
export function annotationPage(notes: readonly Note[]): object {
  return { '@context': context, type: 'AnnotationPage', items: notes.map(annotationOf) };
}

function annotationOf(note: Note): object {
  const { id, contentId, body, tags, author, createdAt, changedAt, color } = note;
  const { quote, prefix, suffix, position, place, page, section, document } = note;
  const { title, fileName, sha256, publishedAt } = document;
  const bodies = [
    ...(body === ''
      ? []
      : [{ type: 'TextualBody', purpose: 'commenting', format: 'text/plain', value: body }]),
    ...tags.map((tag) => ({ type: 'TextualBody', purpose: 'tagging', value: tag })),
  ];
  const link = passageLink({ document: { contentId, ...document }, quote, place, page, section });
  return {
    id: `urn:uuid:${id}`,
    type: 'Annotation',
    motivation: body === '' ? 'highlighting' : 'commenting',
    created: new Date(createdAt).toISOString(),
    modified: new Date(changedAt).toISOString(),
    ...(author === null ? {} : { creator: { type: 'Person', name: author } }),
    ...(bodies.length === 0 ? {} : { body: bodies }),
    target: {
      id: link,
      type: 'SpecificResource',
      styleClass: color,
      source: {
        id: writePassageLink({ contentId }),
        type: 'Text',
        ...(title === null ? {} : { 'dcterms:title': title }),
        ...(publishedAt === null ? {} : { 'dcterms:issued': new Date(publishedAt).toISOString() }),
        ...(fileName === null ? {} : { 'schema:name': fileName }),
        ...(sha256 === null ? {} : { 'schema:sha256': sha256 }),
      },
      ...(section === null ? {} : { 'schema:articleSection': section }),
      selector: [
        { type: 'TextQuoteSelector', exact: quote, prefix, suffix },
        ...(position === null
          ? []
          : [{ type: 'TextPositionSelector', start: position, end: position + quote.length }]),
      ],
    },
  };
}
