import {
  Autocomplete,
  MultiSelect,
  NumberInput,
  PasswordInput,
  Select,
  TagsInput,
  TextInput,
} from '@mantine/core';
import type { RegistryWidgetsType, WidgetProps } from '@rjsf/utils';
import { useI18n } from '../../../lib/i18n/i18n-context.tsx';
import { DayField } from '../../../ui/day-field.tsx';
import { Words } from '../words.tsx';

/** What all inputs have in common. The names of fields are the interface's own. */
function common({ id, label, schema, required, rawErrors, disabled, options }: WidgetProps) {
  const { description } = schema;
  return {
    id,
    label: <span translate="no">{label}</span>,
    ...(description === undefined ? {} : { description: <Words of={[description]} /> }),
    ...(rawErrors && rawErrors.length > 0 ? { error: <Words of={rawErrors} /> } : {}),
    ...(typeof options.usual !== 'string' || options.usual === '' ? {} : { placeholder: options.usual }),
    withAsterisk: required === true,
    disabled: disabled === true,
  };
}

function wordsOf(list: unknown): string[] {
  return Array.isArray(list) ? [...new Set(list.map(String))] : [];
}

function TextWidget(props: WidgetProps) {
  const examples = wordsOf(props.options.examples);
  const value = typeof props.value === 'string' ? props.value : '';
  const change = (text: string) => props.onChange(text === '' ? undefined : text);
  if (examples.length === 0)
    return <TextInput {...common(props)} value={value} onChange={(event) => change(event.target.value)} />;
  return <Autocomplete {...common(props)} value={value} data={examples} onChange={change} />;
}

function SecretWidget(props: WidgetProps) {
  const { t } = useI18n();
  return (
    <PasswordInput
      {...common(props)}
      autoComplete="off"
      value={typeof props.value === 'string' ? props.value : ''}
      onChange={(event) => props.onChange(event.target.value === '' ? undefined : event.target.value)}
      visibilityToggleButtonProps={{ 'aria-label': t('common.showSecret') }}
    />
  );
}

function DayWidget(props: WidgetProps) {
  return (
    <DayField
      {...common(props)}
      value={typeof props.value === 'string' ? props.value : ''}
      onChange={(day) => props.onChange(day === '' ? undefined : day)}
    />
  );
}

function NumberWidget(props: WidgetProps) {
  return (
    <NumberInput
      {...common(props)}
      hideControls
      allowDecimal={props.schema.type !== 'integer'}
      value={typeof props.value === 'number' ? props.value : ''}
      onChange={(value) => props.onChange(typeof value === 'number' ? value : undefined)}
    />
  );
}

/** Three answers: yes, no, and nothing said. */
function TruthWidget(props: WidgetProps) {
  const { t } = useI18n();
  const data = [
    { value: 'true', label: t('explorer.yes') },
    { value: 'false', label: t('explorer.no') },
  ];
  return (
    <Select
      {...common(props)}
      data={data}
      clearable
      clearButtonProps={{ 'aria-label': t('explorer.clearField', { name: props.label }) }}
      value={typeof props.value === 'boolean' ? String(props.value) : null}
      onChange={(value) => props.onChange(value === null ? undefined : value === 'true')}
    />
  );
}

function ChoiceWidget(props: WidgetProps) {
  const { t } = useI18n();
  return (
    <Select
      {...common(props)}
      data={wordsOf(props.schema.enum)}
      clearable
      clearButtonProps={{ 'aria-label': t('explorer.clearField', { name: props.label }) }}
      value={typeof props.value === 'string' ? props.value : null}
      onChange={(value) => props.onChange(value ?? undefined)}
    />
  );
}

/** Some of a fixed list. */
function ChoicesWidget(props: WidgetProps) {
  const { t } = useI18n();
  return (
    <MultiSelect
      {...common(props)}
      data={wordsOf(props.options.choices)}
      clearable
      clearButtonProps={{ 'aria-label': t('explorer.clearField', { name: props.label }) }}
      value={wordsOf(props.value)}
      onChange={(value) => props.onChange(value.length === 0 ? undefined : value)}
    />
  );
}

/** Any words, with those offered that are known. */
function WordsWidget(props: WidgetProps) {
  const { t } = useI18n();
  return (
    <TagsInput
      {...common(props)}
      data={wordsOf(props.options.examples)}
      clearable
      acceptValueOnBlur
      placeholder={wordsOf(props.value).length === 0 ? t('explorer.wordsHint') : ''}
      clearButtonProps={{ 'aria-label': t('explorer.clearField', { name: props.label }) }}
      value={wordsOf(props.value)}
      onChange={(value) => props.onChange(value.length === 0 ? undefined : value)}
    />
  );
}

/** Which alternative a field is; the form library asks with it. */
function SelectWidget(props: WidgetProps) {
  const { t } = useI18n();
  const data = (props.options.enumOptions ?? []).map(({ value, label }) => ({ value: String(value), label }));
  return (
    <Select
      {...common(props)}
      aria-label={t('explorer.kindOf', { name: props.label })}
      allowDeselect={false}
      data={data}
      value={props.value === undefined ? null : String(props.value)}
      onChange={(value) => props.onChange(value === null ? undefined : Number(value))}
    />
  );
}

export const formWidgets: RegistryWidgetsType = {
  text: TextWidget,
  secret: SecretWidget,
  day: DayWidget,
  number: NumberWidget,
  truth: TruthWidget,
  choice: ChoiceWidget,
  choices: ChoicesWidget,
  words: WordsWidget,
  SelectWidget,
};
