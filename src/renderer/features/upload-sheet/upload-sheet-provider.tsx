import { Dropzone } from '@mantine/dropzone';
import { IconUpload } from '@tabler/icons-react';
import { createContext, type ReactNode, useContext, useMemo, useRef, useState } from 'react';
import { useHost } from '../../lib/bridge/host-context.tsx';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { usePath } from '../../lib/route.ts';
import { useProfiles } from '../../lib/use-profiles.ts';
import classes from './upload-sheet.module.css';
import { UploadSheet } from './upload-sheet.tsx';

interface SheetControl {
  /** Lets the person choose files, then opens the sheet with them. */
  readonly chooseFiles: () => void;
}

const SheetContext = createContext<SheetControl | null>(null);

export function useUploadSheet(): SheetControl {
  const control = useContext(SheetContext);
  if (control === null) throw new Error('There is no UploadSheetProvider above this component.');
  return control;
}

/** Makes the whole window a place to drop files on; what is dropped or chosen opens the upload sheet. */
export function UploadSheetProvider({ children }: { readonly children: ReactNode }) {
  const { t } = useI18n();
  const host = useHost();
  const { active } = useProfiles();
  const path = usePath();
  const input = useRef<HTMLInputElement>(null);
  const [files, setFiles] = useState<readonly File[]>([]);
  const control = useMemo(() => ({ chooseFiles: () => input.current?.click() }), []);
  return (
    <SheetContext value={control}>
      {children}
      <input
        ref={input}
        type="file"
        multiple
        hidden
        data-choose-files
        onChange={({ currentTarget }) => {
          setFiles([...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
      <Dropzone.FullScreen
        // A file dropped on the page for JSON files is read there and not uploaded.
        active={files.length === 0 && path[0] !== 'annotated'}
        activateOnClick={false}
        activateOnKeyboard={false}
        // Only shown while something is dragged over the window; read aloud it would be on every page.
        aria-hidden
        inputProps={{ 'aria-label': t('sheet.dropHere') }}
        onDrop={(dropped) => setFiles(dropped)}
        getFilesFromEvent={async (event) => {
          const transfer = 'dataTransfer' in event ? event.dataTransfer : null;
          // While files hover, their names are not for pages to know; only a drop hands them over.
          return transfer && 'type' in event && event.type === 'drop' ? host.filesOf(transfer) : [];
        }}
      >
        <div className={classes.drop}>
          <IconUpload size={40} stroke={1.4} aria-hidden />
          <p className={classes.dropTitle}>{t('sheet.dropHere')}</p>
          {active && <p>{t('sheet.dropTo', { name: active.name })}</p>}
          <p className="quiet">{t('sheet.dropHint')}</p>
        </div>
      </Dropzone.FullScreen>
      {files.length > 0 && <UploadSheet files={files} onClose={() => setFiles([])} />}
    </SheetContext>
  );
}
