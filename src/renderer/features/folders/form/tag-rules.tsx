import { TextInput } from '@mantine/core';
import { isPathPattern } from '#shared/settings/path-pattern.ts';
import type { WatchFolder } from '#shared/settings/watch-folder.ts';
import { useI18n } from '../../../lib/i18n/i18n-context.tsx';
import classes from '../folders.module.css';
import { RuleList } from './rule-list.tsx';

interface TagRulesProps {
  readonly rules: WatchFolder['tagRules'];
  readonly onChange: (rules: WatchFolder['tagRules']) => void;
}

/** Tags made from the path of a file (W17). */
export function TagRules({ rules, onChange }: TagRulesProps) {
  const { t } = useI18n();
  return (
    <RuleList<WatchFolder['tagRules'][number]>
      label={t('form.tagRules')}
      hint={t('form.tagRulesHint')}
      add={t('form.addTagRule')}
      fresh={{ pattern: '', tag: '' }}
      rules={rules}
      onChange={onChange}
      row={classes.tagRule}
      remove={(number) => t('form.tagRule.remove', { number })}
    >
      {(rule, number, change) => (
        <>
          <TextInput
            aria-label={t('form.tagRule.pattern', { number })}
            placeholder="^(?<year>\d{4})/"
            value={rule.pattern}
            required
            spellCheck={false}
            error={!isPathPattern(rule.pattern)}
            onChange={(event) => change({ pattern: event.currentTarget.value })}
          />
          <TextInput
            aria-label={t('form.tagRule.tag', { number })}
            placeholder="year-$<year>"
            value={rule.tag}
            required
            spellCheck={false}
            onChange={(event) => change({ tag: event.currentTarget.value })}
          />
        </>
      )}
    </RuleList>
  );
}
