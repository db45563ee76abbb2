import { Button } from '@mantine/core';
import { IconFileCode } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { fileQuery } from '../../lib/addresses/annotated.ts';
import { useQueryValues } from '../../lib/addresses/define-query.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Page } from '../../ui/page.tsx';
import classes from './annotated.module.css';
import { OpenDocument } from './open-document.tsx';
import { useDocument } from './use-document.ts';
import type { DocumentSource } from './worker/messages.ts';

/** Any JSON file of this machine: chosen or dropped, read in the page, sent nowhere. */
export function AnnotatedFilePage() {
  const { t } = useI18n();
  const { choose: isAsked } = useQueryValues(fileQuery);
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const [isOver, setOver] = useState(false);
  const source = useMemo<DocumentSource | null>(
    () => (file === null ? null : { kind: 'file', file }),
    [file],
  );
  const opening = useDocument(source);
  useEffect(() => {
    // Works after a click or a key; from a menu the browser may refuse, and the button is there.
    if (isAsked) input.current?.click();
  }, [isAsked]);

  // Anywhere in the window: on this page nothing is uploaded.
  useEffect(() => {
    const over = (event: DragEvent) => {
      event.preventDefault();
      setOver(event.type === 'dragover');
    };
    const drop = (event: DragEvent) => {
      over(event);
      const [dropped] = event.dataTransfer?.files ?? [];
      if (dropped !== undefined) setFile(dropped);
    };
    addEventListener('dragover', over);
    addEventListener('dragleave', over);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragover', over);
      removeEventListener('dragleave', over);
      removeEventListener('drop', drop);
    };
  }, []);

  const chooser = (
    <input
      ref={input}
      className="visually-hidden"
      type="file"
      accept=".json,application/json"
      tabIndex={-1}
      aria-hidden
      data-testid="annotated-file"
      onChange={(event) => {
        const [chosen] = event.currentTarget.files ?? [];
        event.currentTarget.value = '';
        if (chosen !== undefined) setFile(chosen);
      }}
    />
  );
  const choose = () => input.current?.click();
  if (file !== null && source !== null) {
    return (
      <>
        {chooser}
        <OpenDocument
          opening={opening}
          name={file.name}
          route={['annotated']}
          actions={
            <Button variant="default" onClick={choose}>
              {t('annotated.another')}
            </Button>
          }
        />
      </>
    );
  }
  return (
    <Page title={t('annotated.file')}>
      {chooser}
      <div className={classes.drop} data-over={isOver || undefined}>
        <IconFileCode size={34} stroke={1.3} aria-hidden />
        <Empty title={t('annotated.drop')} action={<Button onClick={choose}>{t('annotated.choose')}</Button>}>
          {t('annotated.dropText')}
        </Empty>
      </div>
    </Page>
  );
}
