import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { typedDay, writtenDay } from '../lib/i18n/day.ts';
import { useI18n } from '../lib/i18n/i18n-context.tsx';
import classes from './day-field.module.css';

interface DayFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type'> {
  /** `YYYY-MM-DD`, or empty. */
  readonly value: string;
  readonly onChange: (day: string) => void;
}

/**
 * A day, written as the pages' language does: browsers write their date fields as their own language does,
 * whatever the page says. The calendar is the browser's.
 */
export function DayField({ value, onChange, error, ...others }: DayFieldProps) {
  const { t, language } = useI18n();
  const calendar = useRef<HTMLInputElement>(null);
  /** What is typed and is no day yet. */
  const [typed, setTyped] = useState<string | null>(null);
  const isOdd = typed !== null && typed.trim() !== '' && typedDay(typed) === undefined;
  const [isLeft, setIsLeft] = useState(false);
  return (
    <TextInput
      {...others}
      placeholder={t('day.placeholder')}
      inputMode="numeric"
      autoComplete="off"
      value={typed ?? writtenDay(language, value)}
      error={error ?? (isOdd && isLeft ? t('day.odd') : undefined)}
      onChange={({ currentTarget }) => {
        const text = currentTarget.value;
        setTyped(text);
        setIsLeft(false);
        const day = text.trim() === '' ? '' : typedDay(text);
        if (day !== undefined && day !== value) onChange(day);
      }}
      onBlur={() => {
        setIsLeft(true);
        if (!isOdd) setTyped(null);
      }}
      rightSectionWidth={28}
      rightSection={
        <>
          <ActionIcon
            variant="subtle"
            size="sm"
            aria-label={t('day.calendar')}
            onClick={() => calendar.current?.showPicker()}
          >
            <IconCalendar size={14} aria-hidden />
          </ActionIcon>
          <input
            ref={calendar}
            type="date"
            className={classes.calendar}
            aria-hidden
            tabIndex={-1}
            value={value}
            onChange={({ currentTarget }) => {
              setTyped(null);
              onChange(currentTarget.value);
            }}
          />
        </>
      }
    />
  );
}
