import type { ComponentType } from 'react';
import type { PageCallInput, PageCallName } from '#shared/bridge/contract.ts';
import { prepareWorker } from '../features/annotated/worker/prepared-worker.ts';
import { codeOf } from '../lib/page-code.ts';

/** The names in an address: `folders/:folderId/edit` has `folderId`. */
type NamesIn<A extends string> = A extends `${infer Head}/${infer Rest}`
  ? NamesIn<Head> | NamesIn<Rest>
  : A extends `:${infer Name}`
    ? Name
    : never;

type Parameters<Name extends string = string> = Readonly<Record<Name, string>>;
type Load<P> = () => Promise<ComponentType<P>>;

interface Page {
  /** How its address begins; a part with `:` stands for any, and is given to the page by that name. */
  readonly address: string;
  readonly load: Load<Parameters>;
  /** What it asks for first, so that it need not wait for its code. */
  readonly asks: (parameters: Parameters) => readonly Question[];
}

/** A call of a page, and its input. */
type Question = { readonly [N in PageCallName]: readonly [name: N, input: PageCallInput<N>] }[PageCallName];

function page<A extends string>(
  address: A,
  load: Load<Parameters<NamesIn<A>>>,
  asks: (parameters: Parameters<NamesIn<A>>) => readonly Question[] = () => [],
): Page {
  // What its address names is what `pageAt` gives it.
  return { address, load: load as Page['load'], asks: asks as Page['asks'] };
}

const home = page('home', async () => (await import('../features/home/home-page.tsx')).HomePage);

/**
 * Each page is a chunk of its own. Of those an address begins with, the first is meant. They are fetched
 * ahead in this order: the one that takes longest to open comes first.
 */
export const pages: readonly Page[] = [
  page(
    'documents/:contentId/annotated',
    async () => {
      prepareWorker();
      const page = import('../features/annotated/annotated-page.tsx');
      // Most of its code is for what it shows once the document is there.
      void import('../features/annotated/open-document.tsx').catch(() => undefined);
      return (await page).AnnotatedPage;
    },
    ({ contentId }) => [
      ['documents.annotated', { contentId }],
      ['documents.show', { contentId }],
    ],
  ),
  page('welcome', async () => (await import('../features/welcome/welcome-page.tsx')).WelcomePage),
  page('folders/new', async () => (await import('../features/folders/folder-form-page.tsx')).FolderFormPage),
  page(
    'folders/:folderId/edit',
    async () => (await import('../features/folders/folder-form-page.tsx')).FolderFormPage,
  ),
  page(
    'folders/:folderId/files',
    async () => (await import('../features/folders/folder-files-page.tsx')).FolderFilesPage,
  ),
  page('folders/:folderId', async () => (await import('../features/folders/folder-page.tsx')).FolderPage),
  page('folders', async () => (await import('../features/folders/folders-page.tsx')).FoldersPage),
  page('uploads', async () => (await import('../features/uploads/uploads-page.tsx')).UploadsPage),
  page(
    'documents/:contentId',
    async () => (await import('../features/documents/document-page.tsx')).DocumentPage,
  ),
  page('documents', async () => (await import('../features/documents/documents-page.tsx')).DocumentsPage),
  page(
    'connectors/new',
    async () => (await import('../features/connectors/connector-create-page.tsx')).ConnectorCreatePage,
  ),
  page(
    'connectors/:connectorId/edit',
    async () => (await import('../features/connectors/connector-edit-page.tsx')).ConnectorEditPage,
  ),
  page(
    'connectors/:connectorId',
    async () => (await import('../features/connectors/connector-page.tsx')).ConnectorPage,
  ),
  page('connectors', async () => (await import('../features/connectors/connectors-page.tsx')).ConnectorsPage),
  page('team', async () => (await import('../features/team/team-page.tsx')).TeamPage),
  page('tags', async () => (await import('../features/tags/tags-page.tsx')).TagsPage),
  page(
    'annotated',
    async () => (await import('../features/annotated/annotated-file-page.tsx')).AnnotatedFilePage,
  ),
  page('notes', async () => (await import('../features/notes/notes-page.tsx')).NotesPage),
  page('across', async () => (await import('../features/across/across-page.tsx')).AcrossPage),
  page('search', async () => (await import('../features/search/search-page.tsx')).SearchPage),
  page('explorer', async () => (await import('../features/explorer/explorer-page.tsx')).ExplorerPage),
  page('help/keys', async () => (await import('../features/help/keys-page.tsx')).KeysPage),
  page('help/messages', async () => (await import('../features/help/messages-page.tsx')).MessagesPage),
  page('help/news', async () => (await import('../features/help/news-page.tsx')).NewsPage),
  page('help/licences', async () => (await import('../features/help/licences-page.tsx')).LicencesPage),
  page('help/docs/:name', async () => (await import('../features/help/docs-page.tsx')).DocsPage),
  page('help/docs', async () => (await import('../features/help/docs-page.tsx')).DocsPage),
  page('help', async () => (await import('../features/help/help-page.tsx')).HelpPage),
  page('settings', async () => (await import('../features/settings/settings-page.tsx')).SettingsPage),
  home,
];

/** The page that the parts of an address mean, and what it is given; anything unknown is the home page. */
export function pageAt(path: readonly string[]): { page: Page; parameters: Parameters } {
  for (const page of pages) {
    const parameters = matched(page.address.split('/'), path);
    if (parameters) return { page, parameters };
  }
  return { page: home, parameters: {} };
}

function matched(pattern: readonly string[], path: readonly string[]): Parameters | null {
  const parameters: Record<string, string> = {};
  for (const [index, wanted] of pattern.entries()) {
    const part = path[index];
    if (part === undefined) return null;
    if (wanted.startsWith(':')) parameters[wanted.slice(1)] = part;
    else if (wanted !== part) return null;
  }
  return parameters;
}

export function codeOfPage({ address, load }: Page) {
  return codeOf(address, load);
}
