// The package's index also brings its registry for tests, and with it Ajv, which makes code from text.
import Form from '@rjsf/core/lib/components/Form.js';
import type { RJSFSchema } from '@rjsf/utils';
import { useMemo } from 'react';
import type { OperationDescription } from '#shared/operations/description.ts';
import { useI18n } from '../../../lib/i18n/i18n-context.tsx';
import type { RequestValues } from '../request-values.ts';
import { errorSchemaOf, type Problem } from './error-schema.ts';
import { formSchema } from './form-schema.ts';
import { JsonField } from './json-field.tsx';
import { formTemplates } from './templates.tsx';
import { tidy } from './tidy.ts';
import { formValidator } from './validator.ts';
import { formWidgets } from './widgets.tsx';

interface SchemaFormProps {
  readonly operation: OperationDescription;
  readonly values: RequestValues;
  /** What core said about the request. */
  readonly problems: readonly Problem[];
  readonly onChange: (values: RequestValues) => void;
}

const behavior = {
  emptyObjectFields: 'skipDefaults',
  constAsDefaults: 'never',
  requiredBooleanDefault: 'skip',
} as const;
const fields = { json: JsonField };

/** The form of an operation, made from the JSON Schemas of its parameters and of its body. */
export function SchemaForm({ operation, values, problems, onChange }: SchemaFormProps) {
  const { t } = useI18n();
  const { parametersSchema, requestSchema, complete } = operation;
  const { schema, uiSchema } = useMemo(() => {
    const nameOf = (kind: Parameters<Parameters<typeof formSchema>[1]['nameOf']>[0]) =>
      t(`explorer.kind.${kind}`);
    const wishes = { nameOf, mayAdd: !complete };
    const parts = {
      // Parameters that nobody named could only be sent by mistake.
      ...(parametersSchema === null
        ? {}
        : { params: formSchema(parametersSchema, { ...wishes, mayAdd: false }) }),
      ...(requestSchema === null ? {} : { body: formSchema(requestSchema, wishes) }),
    };
    const entries = Object.entries(parts);
    return {
      schema: {
        type: 'object',
        properties: Object.fromEntries(entries.map(([name, part]) => [name, part.schema])),
      } as RJSFSchema,
      uiSchema: Object.fromEntries(entries.map(([name, part]) => [name, part.uiSchema])),
    };
  }, [parametersSchema, requestSchema, complete, t]);
  return (
    <Form
      tagName="div"
      schema={schema}
      uiSchema={uiSchema}
      formData={values}
      validator={formValidator}
      widgets={formWidgets}
      fields={fields}
      templates={formTemplates}
      extraErrors={errorSchemaOf(problems, operation)}
      experimental_defaultFormStateBehavior={behavior}
      noValidate
      showErrorList={false}
      idPrefix={`form-${operation.name.replaceAll('.', '-')}`}
      // A new field is empty, whatever the library would call it.
      translateString={() => ''}
      onChange={({ formData }) => {
        const { params, body } = (formData ?? {}) as RequestValues;
        onChange({
          ...(params === undefined ? {} : { params: tidy(params, parametersSchema) as typeof params }),
          ...(body === undefined ? {} : { body: tidy(body, requestSchema) }),
        });
      }}
    >
      {/* Without children the library draws a button of its own. */}
      <span hidden />
    </Form>
  );
}
