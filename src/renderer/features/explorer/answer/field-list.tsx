import { cellText } from './sort-rows.ts';

interface FieldListProps {
  readonly className: string | undefined;
  readonly fields: readonly (readonly [name: string, value: unknown])[];
}

/** Fields of a record, each by its name; a list of plain values in one line. */
export function FieldList({ className, fields }: FieldListProps) {
  return (
    <dl className={className}>
      {fields.map(([name, value]) => (
        <div key={name}>
          <dt translate="no">{name}</dt>
          <dd>
            {Array.isArray(value) && value.every((one) => typeof one !== 'object')
              ? value.join(', ')
              : cellText(value)}
          </dd>
        </div>
      ))}
    </dl>
  );
}
