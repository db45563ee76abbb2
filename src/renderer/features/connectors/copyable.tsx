import { ActionIcon, Tooltip } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { copyText } from '../../lib/copy-text.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { notify } from '../../ui/notify.tsx';
import classes from './connectors.module.css';

interface CopyableProps {
  readonly text: string;
  /** What the button copies, for those who do not see it. */
  readonly label: string;
}

/** A text to be taken elsewhere, with a button that copies it. */
export function Copyable({ text, label }: CopyableProps) {
  const { t } = useI18n();
  return (
    <span className={classes.copy}>
      <code>{text}</code>
      <Tooltip label={label}>
        <ActionIcon
          aria-label={label}
          onClick={() =>
            void copyText(text).then((copied) =>
              notify(t(copied ? 'connectors.copied' : 'connectors.copyFailed')),
            )
          }
        >
          <IconCopy size={15} />
        </ActionIcon>
      </Tooltip>
    </span>
  );
}
