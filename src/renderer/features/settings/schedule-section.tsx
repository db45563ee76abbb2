import { ActionIcon, Button, MultiSelect, NumberInput, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { BandwidthWindow } from '#shared/settings/settings.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { replaced, without } from '../../lib/lists.ts';
import { useAction } from '../../lib/queries.ts';
import { notify } from '../../ui/notify.tsx';
import { Section } from '../../ui/section.tsx';
import { SaveRow } from './save-row.tsx';
import classes from './settings.module.css';

const kilobyte = 1_000;
const fresh: BandwidthWindow = { days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00', bytesPerSecond: 500_000 };
/** Monday first; 0 is Sunday, as in `Date.getDay`. */
const week = [1, 2, 3, 4, 5, 6, 0];

/** Names of the days in the language; 1970-01-04 was a Sunday. */
function dayNames(language: string): (day: number) => string {
  const format = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' });
  return (day) => format.format(new Date(Date.UTC(1970, 0, 4 + day)));
}

/** Windows of time with an upload limit of their own (U12). */
export function ScheduleSection({ schedule }: { readonly schedule: readonly BandwidthWindow[] }) {
  const { t, language } = useI18n();
  const [windows, setWindows] = useState([...schedule]);
  const save = useAction('settings.update');
  const nameOf = dayNames(language);
  const days = week.map((day) => ({ value: String(day), label: nameOf(day) }));
  const dirty = JSON.stringify(windows) !== JSON.stringify(schedule);
  return (
    <Section
      id="schedule"
      title={t('settings.schedule')}
      hint={t('settings.scheduleHint')}
      actions={
        <Button
          variant="default"
          leftSection={<IconPlus size={14} />}
          onClick={() => setWindows([...windows, fresh])}
        >
          {t('settings.addWindow')}
        </Button>
      }
    >
      {windows.length === 0 && (
        <p className="quiet" style={{ margin: 0 }}>
          {t('settings.noSchedule')}
        </p>
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate({ bandwidthSchedule: windows }, { onSuccess: () => notify(t('common.saved')) });
        }}
      >
        {windows.map((window, index) => {
          const number = index + 1;
          const change = (part: Partial<BandwidthWindow>) =>
            setWindows(replaced(windows, index, { ...window, ...part }));
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a window has no name but its place.
            <div key={index} className={classes.window} style={{ marginBottom: 8 }}>
              <MultiSelect
                aria-label={t('settings.windowDays', { number })}
                data={days}
                value={window.days.map(String)}
                onChange={(chosen) => change({ days: chosen.map(Number) })}
              />
              <TextInput
                type="time"
                required
                label={t('settings.windowFrom')}
                withAsterisk={false}
                value={window.from}
                onChange={(event) => change({ from: event.currentTarget.value })}
              />
              <TextInput
                type="time"
                required
                withAsterisk={false}
                label={t('settings.windowTo')}
                value={window.to}
                onChange={(event) => change({ to: event.currentTarget.value })}
              />
              <NumberInput
                label={t('settings.windowLimit')}
                min={0}
                placeholder={t('settings.noLimit')}
                value={window.bytesPerSecond === null ? '' : window.bytesPerSecond / kilobyte}
                onChange={(value) =>
                  change({ bytesPerSecond: typeof value === 'number' ? Math.round(value * kilobyte) : null })
                }
              />
              <ActionIcon
                aria-label={t('settings.removeWindow', { number })}
                onClick={() => setWindows(without(windows, index))}
              >
                <IconX size={15} />
              </ActionIcon>
            </div>
          );
        })}
        {(windows.length > 0 || dirty) && <SaveRow dirty={dirty} saving={save.isPending} />}
      </form>
    </Section>
  );
}
