import { ActionIcon, Select, TextInput } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import type { FilterRule } from '#shared/settings/fields.ts';
import { useI18n } from '../../../lib/i18n/i18n-context.tsx';
import { movedUp } from '../../../lib/lists.ts';
import classes from '../folders.module.css';
import { RuleList } from './rule-list.tsx';

interface FilterRulesProps {
  readonly rules: readonly FilterRule[];
  readonly onChange: (rules: FilterRule[]) => void;
}

/** The ordered include and exclude rules of a folder. */
export function FilterRules({ rules, onChange }: FilterRulesProps) {
  const { t } = useI18n();
  const actions = (['include', 'exclude'] as const).map((value) => ({
    value,
    label: t(`form.rule.${value}`),
  }));
  return (
    <RuleList<FilterRule>
      label={t('form.filters')}
      hint={t('form.filtersHint')}
      add={t('form.addRule')}
      fresh={{ action: 'exclude', glob: '' }}
      rules={rules}
      onChange={onChange}
      row={classes.rule}
      remove={(number) => t('form.rule.remove', { number })}
    >
      {(rule, number, change) => (
        <>
          <Select
            aria-label={t('form.rule.action', { number })}
            allowDeselect={false}
            data={actions}
            value={rule.action}
            onChange={(action) => change({ action: action === 'include' ? 'include' : 'exclude' })}
          />
          <TextInput
            aria-label={t('form.rule.glob', { number })}
            placeholder="drafts/**"
            value={rule.glob}
            required
            spellCheck={false}
            onChange={(event) => change({ glob: event.currentTarget.value })}
          />
          <ActionIcon
            aria-label={t('form.rule.up', { number })}
            disabled={number === 1}
            onClick={() => onChange(movedUp(rules, number - 1))}
          >
            <IconArrowUp size={15} />
          </ActionIcon>
        </>
      )}
    </RuleList>
  );
}
