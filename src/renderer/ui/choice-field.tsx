import { Select } from '@mantine/core';

interface ChoiceFieldProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly (readonly [value: T, label: string])[];
  readonly onChange: (value: T) => void;
  /** Why some of the values, or all but one, cannot be chosen. */
  readonly hint?: string | undefined;
}

/** One of a few values, typed. */
export function ChoiceField<T extends string>({
  label,
  value,
  options,
  onChange,
  hint,
}: ChoiceFieldProps<T>) {
  return (
    <Select
      label={label}
      description={hint}
      disabled={options.length < 2}
      allowDeselect={false}
      value={value}
      data={options.map(([option, text]) => ({ value: option, label: text }))}
      onChange={(chosen) => {
        const option = options.find(([one]) => one === chosen);
        if (option) onChange(option[0]);
      }}
    />
  );
}
