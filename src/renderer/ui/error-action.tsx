import { Button, Menu } from '@mantine/core';
import { actionOf } from '#shared/advice/advice-of.ts';
import type { UploadFilter } from '#shared/bridge/uploads.ts';
import type { ErrorAction as Action } from '#shared/errors/catalog-entry.ts';
import type { SentenceKey } from '#shared/sentences/sentence-key.ts';
import { type QuestionChoice, questions } from '#shared/uploads/bulk-commands.ts';
import { useI18n } from '../lib/i18n/i18n-context.tsx';
import { useAction } from '../lib/queries.ts';
import { href } from '../lib/route.ts';
import { ButtonMenu } from './button-menu.tsx';
import { LeaveOut } from './leave-out.tsx';
import { notify } from './notify.tsx';

interface ErrorActionProps {
  readonly code: string;
  /** The uploads it is about. */
  readonly filter: UploadFilter;
  /** How many those are. */
  readonly count: number;
  readonly folderId?: string | null;
  /** Instead of the usual word when they are tried again. */
  readonly onRetried?: () => void;
}

const labels = {
  'new-document': 'action.newDocument',
  replace: 'action.replace',
  upload: 'action.uploadAnyway',
  'already-there': 'action.alreadyThere',
  keep: 'action.keepDocument',
  delete: 'action.deleteAgain',
} as const satisfies Record<QuestionChoice, string>;

/** What a button that retries is called; null is the usual word. Exhaustive: a new action needs a button. */
const retries = {
  retry: null,
  'send-again': 'action.send-again',
  mend: 'action.mend',
  'edit-folder': null,
  'free-space': 'action.free-space',
  'upload-now': null,
  choose: null,
  none: null,
} as const satisfies Record<Exclude<Action, 'set-key' | 'edit-profile' | 'leave-out'>, SentenceKey | null>;

/** The one button that goes with a failure, as the catalog says, for all uploads that failed so. */
export function ErrorAction({ code, filter, count, folderId, onRetried }: ErrorActionProps) {
  const { t } = useI18n();
  const retry = useAction('uploads.retry');
  const resolve = useAction('uploads.resolve');
  const done = { onSuccess: (changed: { count: number }) => notify(t('action.done', changed)) };
  const action = actionOf(code);

  if (action === 'choose' && Object.hasOwn(questions, code)) {
    return (
      <ButtonMenu label={t('action.choose')} loading={resolve.isPending}>
        {questions[code as keyof typeof questions].map((choice) => (
          <Menu.Item key={choice} onClick={() => resolve.mutate({ filter, choice }, done)}>
            {t(labels[choice])}
          </Menu.Item>
        ))}
      </ButtonMenu>
    );
  }
  if (action === 'set-key' || action === 'edit-profile') {
    return (
      <Button
        variant="default"
        component="a"
        href={href(['settings', action === 'set-key' ? 'key' : 'profiles'])}
      >
        {t(`action.${action}`)}
      </Button>
    );
  }
  if (action === 'edit-folder' && folderId) {
    return (
      <Button variant="default" component="a" href={href(['folders', folderId, 'edit'])}>
        {t('action.edit-folder')}
      </Button>
    );
  }
  if (action === 'leave-out') return <LeaveOut filter={filter} />;
  const label = t(retries[action] ?? (count > 1 ? 'action.retryCount' : 'action.retry'), { count });
  return (
    <Button
      variant="default"
      loading={retry.isPending}
      onClick={() => retry.mutate({ filter }, onRetried ? { onSuccess: onRetried } : done)}
    >
      {label}
    </Button>
  );
}
