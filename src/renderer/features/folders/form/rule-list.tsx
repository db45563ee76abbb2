import { ActionIcon, Button } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { replaced, without } from '../../../lib/lists.ts';
import classes from '../folders.module.css';

interface RuleListProps<T> {
  readonly label: string;
  readonly hint: string;
  /** What the button says that adds a rule, and the rule it adds. */
  readonly add: string;
  readonly fresh: T;
  readonly rules: readonly T[];
  readonly onChange: (rules: T[]) => void;
  /** Class of a row, whose last column is the button that removes it. */
  readonly row: string | undefined;
  /** What the button says that removes the rule of this number, from 1. */
  readonly remove: (number: number) => string;
  /** The fields of one rule. */
  readonly children: (rule: T, number: number, change: (part: Partial<T>) => void) => ReactNode;
}

/** Rules in order: each a row of fields with a button that removes it, and one that adds another. */
export function RuleList<T>(props: RuleListProps<T>) {
  const { label, hint, add, fresh, rules, onChange, row, remove, children } = props;
  return (
    <div>
      <p className={classes.label}>{label}</p>
      <p className={classes.hint}>{hint}</p>
      {rules.map((rule, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a rule has no name but its place.
        <div key={index} className={row} style={{ marginBottom: 6 }}>
          {children(rule, index + 1, (part) => onChange(replaced(rules, index, { ...rule, ...part })))}
          <ActionIcon aria-label={remove(index + 1)} onClick={() => onChange(without(rules, index))}>
            <IconX size={15} />
          </ActionIcon>
        </div>
      ))}
      <Button
        variant="default"
        size="compact-xs"
        leftSection={<IconPlus size={13} />}
        onClick={() => onChange([...rules, fresh])}
      >
        {add}
      </Button>
    </div>
  );
}
