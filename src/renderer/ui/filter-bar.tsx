import { ActionIcon, Tooltip } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './filter-bar.module.css';

interface FilterBarProps {
  /** Takes all filters off; left out while there is none. */
  readonly clear?: { readonly label: string; readonly onClear: () => void } | undefined;
  readonly children: ReactNode;
}

/** What narrows a list, above it. What does not fit into its line goes on in the next. */
export function FilterBar({ clear, children }: FilterBarProps) {
  return (
    <search className={classes.bar}>
      {children}
      {clear && (
        <Tooltip label={clear.label}>
          <ActionIcon aria-label={clear.label} onClick={clear.onClear}>
            <IconX size={15} />
          </ActionIcon>
        </Tooltip>
      )}
    </search>
  );
}
