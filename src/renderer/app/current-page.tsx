import { AcrossPage } from '../features/across/across-page.tsx';
import { AnnotatedFilePage } from '../features/annotated/annotated-file-page.tsx';
import { AnnotatedPage } from '../features/annotated/annotated-page.tsx';
import { ConnectorCreatePage } from '../features/connectors/connector-create-page.tsx';
import { ConnectorEditPage } from '../features/connectors/connector-edit-page.tsx';
import { ConnectorPage } from '../features/connectors/connector-page.tsx';
import { ConnectorsPage } from '../features/connectors/connectors-page.tsx';
import { FolderFilesPage } from '../features/folders/folder-files-page.tsx';
import { DocumentPage } from '../features/documents/document-page.tsx';
import { DocumentsPage } from '../features/documents/documents-page.tsx';
import { ExplorerEntry } from '../features/explorer/explorer-entry.tsx';
import { FolderFormPage } from '../features/folders/folder-form-page.tsx';
import { FolderPage } from '../features/folders/folder-page.tsx';
import { FoldersPage } from '../features/folders/folders-page.tsx';
import { HomePage } from '../features/home/home-page.tsx';
import { SearchPage } from '../features/search/search-page.tsx';
import { SettingsPage } from '../features/settings/settings-page.tsx';
import { TagsPage } from '../features/tags/tags-page.tsx';
import { UploadsPage } from '../features/uploads/uploads-page.tsx';
import { WelcomePage } from '../features/welcome/welcome-page.tsx';
import { useRoute } from '../lib/route.ts';

/** Which page an address means; anything unknown is the home page. */
export function CurrentPage() {
  const { path } = useRoute();
  const [area, id, part] = path;
  switch (area) {
    case 'welcome':
      return <WelcomePage />;
    case 'folders':
      if (id === undefined) return <FoldersPage />;
      if (id === 'new') return <FolderFormPage key="new" />;
      if (part === 'files') return <FolderFilesPage folderId={id} />;
      return part === 'edit' ? (
        <FolderFormPage key={id} folderId={id} />
      ) : (
        <FolderPage key={id} folderId={id} />
      );
    case 'uploads':
      return <UploadsPage />;
    case 'documents':
      if (id !== undefined && part === 'annotated') return <AnnotatedPage key={id} contentId={id} />;
      return id === undefined ? <DocumentsPage /> : <DocumentPage key={id} contentId={id} />;
    case 'connectors':
      if (id === undefined) return <ConnectorsPage />;
      if (id === 'new') return <ConnectorCreatePage />;
      return part === 'edit' ? (
        <ConnectorEditPage key={id} connectorId={id} />
      ) : (
        <ConnectorPage key={id} connectorId={id} />
      );
    case 'tags':
      return <TagsPage />;
    case 'annotated':
      return <AnnotatedFilePage />;
    case 'across':
      return <AcrossPage />;
    case 'search':
      return <SearchPage />;
    case 'explorer':
      return <ExplorerEntry />;
    case 'settings':
      return <SettingsPage />;
    default:
      return <HomePage />;
  }
}
