import { useI18n } from '../lib/i18n/i18n-context.tsx';
import { toneOf } from '../lib/tone.ts';
import classes from './sentiment-value.module.css';

const signs = { positive: '▲', negative: '▼', neutral: '' };

/** A tone as a number, with a sign beside its colour. */
export function SentimentValue({ value }: { readonly value: number | null }) {
  const { format } = useI18n();
  if (value === null) return '–';
  const tone = toneOf(value);
  return (
    <span className={classes.sentiment} data-tone={tone}>
      <span aria-hidden>{signs[tone]}</span> {format.decimal(value)}
    </span>
  );
}
