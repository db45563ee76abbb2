import { useEffect, useRef, useState } from 'react';
import type { PageCallInput, PageCallOutput } from '#shared/bridge/contract.ts';
import { useHost } from '../../lib/bridge/host-context.tsx';
import type { TakeProgress } from '../../lib/bridge/host.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useAction } from '../../lib/queries.ts';
import { notify } from '../../ui/notify.tsx';

type Phase = 'choosing' | 'taking' | 'adding' | 'done';

/** Takes the files, puts them into the queue, and closes the sheet unless some were refused. */
export function useUploading(files: readonly File[], onClose: () => void) {
  const { t } = useI18n();
  const host = useHost();
  const add = useAction('uploads.add', { quiet: true });
  const [phase, setPhase] = useState<Phase>('choosing');
  const [progress, setProgress] = useState<TakeProgress>({ sent: 0, total: 0 });
  const [error, setError] = useState<unknown>();
  const [refused, setRefused] = useState<PageCallOutput<'uploads.add'>['refused']>([]);
  const controller = useRef(new AbortController());
  useEffect(() => () => controller.current.abort(), []);

  /** Taking the files may last minutes: `shownProfileId` is the profile that the sheet showed. */
  async function start(input: Omit<PageCallInput<'uploads.add'>, 'paths'>): Promise<void> {
    controller.current = new AbortController();
    const { signal } = controller.current;
    setError(undefined);
    setPhase('taking');
    try {
      const paths = await host.takeFiles(files, setProgress, signal);
      setPhase('adding');
      const answer = await add.mutateAsync({ ...input, paths });
      notify(t('sheet.added', { count: answer.ids.length }));
      setRefused(answer.refused);
      if (answer.refused.length === 0) onClose();
      else setPhase('done');
    } catch (failure) {
      if (!signal.aborted) setError(failure);
      setPhase('choosing');
    }
  }

  return { phase, progress, error, refused, start, cancel: () => controller.current.abort() };
}
