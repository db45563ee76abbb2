import { Checkbox, NumberInput, Switch, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import type { Section } from '#shared/settings/field.ts';
import { choicesOf, type FieldIn, fields } from '#shared/settings/fields.ts';
import { useI18n } from '../lib/i18n/i18n-context.tsx';
import { ChoiceField } from './choice-field.tsx';

/** The fields that the table alone describes. */
export type PlainField = Exclude<FieldIn<Section>, FieldIn<Section, 'own'>>;
type Kind = (typeof fields)[PlainField]['form']['kind'];

type ChoiceName = FieldIn<Section, 'choice' | 'choices'>;
/** The labels of values; each is a sentence, or this does not compile. */
type ChoiceKey = {
  [K in ChoiceName]: `${(typeof fields)[K]['form']['label']}.${ReturnType<typeof choicesOf<K>>[number]}`;
}[ChoiceName];

interface WidgetProps<T = unknown> {
  readonly value: T;
  readonly onChange: (value: T) => void;
  /** What an emptied field means. */
  readonly usual: T;
  readonly label: string;
  readonly description: string | undefined;
  readonly choices: readonly (readonly [value: string, label: string])[];
}

const widgets = {
  choice: ({ label, description, value, onChange, choices }: WidgetProps<string>) => (
    <ChoiceField label={label} hint={description} value={value} options={choices} onChange={onChange} />
  ),
  choices: ({ label, description, value, onChange, choices }: WidgetProps<readonly string[]>) => (
    <Checkbox.Group
      label={label}
      description={description}
      size="xs"
      value={[...value]}
      onChange={(chosen) =>
        onChange(choices.map(([choice]) => choice).filter((choice) => chosen.includes(choice)))
      }
    >
      {choices.map(([choice, text]) => (
        <Checkbox key={choice} value={choice} label={text} mt={10} />
      ))}
    </Checkbox.Group>
  ),
  number: ({ label, description, value, onChange, usual }: WidgetProps<number>) => (
    <NumberInput
      label={label}
      description={description}
      min={0}
      w={300}
      value={value}
      onChange={(given) => onChange(typeof given === 'number' ? given : usual)}
    />
  ),
  switch: ({ label, description, value, onChange }: WidgetProps<boolean>) => (
    <Switch
      label={label}
      description={description}
      checked={value}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  ),
  text: ({ label, description, value, onChange, usual }: WidgetProps<string | null>) => (
    <TextInput
      label={label}
      description={description}
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value || usual)}
    />
  ),
} satisfies Record<Kind, (props: never) => ReactNode>;

interface FieldWidgetProps<K extends PlainField> {
  readonly name: K;
  readonly value: z.output<(typeof fields)[K]['schema']>;
  readonly onChange: (value: z.output<(typeof fields)[K]['schema']>) => void;
}

/** One field of the table, as its kind is shown. */
export function FieldWidget<K extends PlainField>({ name, value, onChange }: FieldWidgetProps<K>) {
  const { t } = useI18n();
  const { form, schema } = fields[name];
  const Widget = widgets[form.kind] as (props: WidgetProps) => ReactNode;
  return (
    <Widget
      label={t(form.label)}
      description={'hint' in form ? t(form.hint) : undefined}
      value={value}
      usual={schema.parse(undefined)}
      onChange={(given) => onChange(given as typeof value)}
      choices={choicesOf(name).map((one) => [one, t(`${form.label}.${one}` as ChoiceKey)])}
    />
  );
}
