import type { Nodes, Root, Table } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { Fragment, type ReactNode, useMemo } from 'react';
import classes from './markdown.module.css';

interface MarkdownProps {
  readonly text: string;
  /** The address that a link leads to; null draws its words alone. */
  readonly linkOf: (url: string) => string | null;
  /** What stands below a heading `##` that the page draws itself: its own begin with `###`. */
  readonly isPart?: boolean;
}

/**
 * Markdown that ships with Sluice, as elements of React: no HTML of it is taken, and nothing is fetched. Its
 * headings stand one below the page's own, and can be gone to (`headingId`).
 */
export function Markdown({ text, linkOf, isPart = false }: MarkdownProps) {
  const root = useMemo<Root>(() => {
    const read = fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
    for (const node of read.children)
      if (isPart && node.type === 'heading') node.depth = Math.max(1, node.depth - 1) as typeof node.depth;
    return read;
  }, [text, isPart]);
  return (
    <article className={classes.article} lang="en">
      {root.children.map((node) => draw(node, linkOf))}
    </article>
  );
}

/** Under which id a heading stands, by its words as links write them. */
export function headingId(slug: string): string {
  return `doc-${slug}`;
}

/** The words of a heading as links write them. */
function slugOf(node: Nodes): string {
  return wordsOf(node)
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(' ', '-');
}

function wordsOf(node: Nodes): string {
  if ('value' in node) return node.value;
  return 'children' in node ? node.children.map(wordsOf).join('') : '';
}

function draw(node: Nodes, linkOf: MarkdownProps['linkOf']): ReactNode {
  const key = node.position?.start.offset;
  const children = () =>
    'children' in node ? (node.children as readonly Nodes[]).map((one) => draw(one, linkOf)) : null;
  switch (node.type) {
    case 'heading': {
      const Heading = `h${Math.min(6, node.depth + 1)}` as 'h2' | 'h3' | 'h4' | 'h5' | 'h6';
      return (
        <Heading key={key} id={headingId(slugOf(node))} tabIndex={-1}>
          {children()}
        </Heading>
      );
    }
    case 'paragraph':
      return <p key={key}>{children()}</p>;
    case 'text':
      return <Fragment key={key}>{node.value}</Fragment>;
    case 'strong':
      return <strong key={key}>{children()}</strong>;
    case 'emphasis':
      return <em key={key}>{children()}</em>;
    case 'inlineCode':
      return <code key={key}>{node.value}</code>;
    case 'code':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keys.
        <pre key={key} tabIndex={0}>
          {node.value}
        </pre>
      );
    case 'list': {
      const List = node.ordered ? 'ol' : 'ul';
      return <List key={key}>{children()}</List>;
    }
    case 'listItem':
      return <li key={key}>{node.children.map((one) => drawTight(one, linkOf))}</li>;
    case 'link': {
      const address = linkOf(node.url);
      if (address === null) return <Fragment key={key}>{children()}</Fragment>;
      return (
        <a key={key} href={address}>
          {children()}
        </a>
      );
    }
    case 'table':
      return drawTable(node, linkOf);
    case 'blockquote':
      return <blockquote key={key}>{children()}</blockquote>;
    case 'thematicBreak':
      return <hr key={key} />;
    case 'break':
      return <br key={key} />;
    case 'image':
      return <em key={key}>{node.alt}</em>;
    default:
      // Comments and HTML, which only a page on the web shows.
      return null;
  }
}

/** A paragraph that is all of an item stands in it without one of its own. */
function drawTight(node: Nodes, linkOf: MarkdownProps['linkOf']): ReactNode {
  if (node.type !== 'paragraph') return draw(node, linkOf);
  return (
    <Fragment key={node.position?.start.offset}>{node.children.map((one) => draw(one, linkOf))}</Fragment>
  );
}

function drawTable(table: Table, linkOf: MarkdownProps['linkOf']): ReactNode {
  const [head, ...rows] = table.children;
  const cells = (row: (typeof rows)[number], isHead: boolean) =>
    row.children.map((cell) => {
      // A head without words names nothing.
      const Cell = isHead && cell.children.length > 0 ? 'th' : 'td';
      return <Cell key={cell.position?.start.offset}>{cell.children.map((one) => draw(one, linkOf))}</Cell>;
    });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keys.
    <div key={table.position?.start.offset} className={classes.table} tabIndex={0}>
      <table>
        {head !== undefined && (
          <thead>
            <tr>{cells(head, true)}</tr>
          </thead>
        )}
        <tbody>
          {rows.map((row) => (
            <tr key={row.position?.start.offset}>{cells(row, false)}</tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
