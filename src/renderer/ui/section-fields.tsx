import { Fragment, type ReactNode } from 'react';
import type { z } from 'zod';
import type { Section } from '#shared/settings/field.ts';
import { allFields, type FieldIn, type fields } from '#shared/settings/fields.ts';
import { FieldWidget, type PlainField } from './field-widget.tsx';
import classes from './fields.module.css';

type Values<S extends Section> = {
  [K in FieldIn<S>]: z.output<(typeof fields)[K]['schema']>;
};

interface SectionFieldsProps<S extends Section> {
  readonly section: S;
  readonly value: Values<S>;
  readonly onChange: (change: Partial<Values<S>>) => void;
  /** The widgets of the section's `own` fields; null while a field is not shown. */
  readonly own: Readonly<Record<FieldIn<S, 'own'>, ReactNode>>;
  /** The fields that come first; those of a row are beside each other. The others follow in the table's order. */
  readonly rows?: readonly (readonly FieldIn<S>[])[];
}

/** All fields that the table has for a section. */
export function SectionFields<S extends Section>({
  section,
  value,
  onChange,
  own,
  rows = [],
}: SectionFieldsProps<S>) {
  const names = allFields.flatMap(([name, { form }]) =>
    form?.section === section ? [name as FieldIn<S>] : [],
  );
  const placed = new Set(rows.flat());
  const widgets = new Map<string, ReactNode>(Object.entries(own));
  const widget = (name: FieldIn<S>) =>
    widgets.has(name) ? (
      widgets.get(name)
    ) : (
      <FieldWidget
        name={name as PlainField}
        value={value[name] as never}
        onChange={(given) => onChange({ [name]: given } as Partial<Values<S>>)}
      />
    );
  return [...rows, ...names.filter((name) => !placed.has(name)).map((name) => [name])].map((row) => {
    const cells = row.map((name) => <Fragment key={name}>{widget(name)}</Fragment>);
    const key = row.join(' ');
    return row.length === 1 ? (
      <Fragment key={key}>{cells}</Fragment>
    ) : (
      <div key={key} className={classes.row}>
        {cells}
      </div>
    );
  });
}
