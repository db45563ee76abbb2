import { ActionIcon, Button, TextInput } from '@mantine/core';
import {
  ADDITIONAL_PROPERTY_FLAG,
  canExpand,
  type FieldTemplateProps,
  getUiOptions,
  type MultiSchemaFieldTemplateProps,
  type ObjectFieldTemplateProps,
} from '@rjsf/utils';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useI18n } from '../../../lib/i18n/i18n-context.tsx';
import { Words } from '../words.tsx';
import classes from './form.module.css';

/** A field; one that the schema does not name brings its name along, to be changed or taken away. */
function FieldTemplate(props: FieldTemplateProps) {
  const { t } = useI18n();
  const { children, hidden, id, label, onKeyRenameBlur, onRemoveProperty, schema } = props;
  if (hidden === true) return <div hidden>{children}</div>;
  if (!(ADDITIONAL_PROPERTY_FLAG in schema)) return children;
  return (
    <div className={classes.added}>
      <TextInput
        id={`${id}-key`}
        label={t('explorer.fieldName')}
        defaultValue={label}
        onBlur={onKeyRenameBlur}
        onFocus={(event) => event.target.select()}
      />
      {children}
      <ActionIcon aria-label={t('explorer.removeField', { name: label })} onClick={onRemoveProperty}>
        <IconTrash size={15} />
      </ActionIcon>
    </div>
  );
}

/** The fields of an object. An optional one inside another is folded until it has something in it. */
function ObjectFieldTemplate(props: ObjectFieldTemplateProps) {
  const { t } = useI18n();
  const { description, fieldPathId, formData, onAddProperty, properties, required, schema, title, uiSchema } =
    props;
  // What an alternative is made of stands under its choice.
  if (schema.anyOf && properties.length === 0) return null;
  const { path } = fieldPathId;
  const { mayAdd } = getUiOptions(uiSchema);
  const content: ReactNode = (
    <div className={path.length === 0 ? classes.parts : classes.fields}>
      {properties.map(({ content: field, name }) => (
        <div key={name} className={classes.field}>
          {field}
        </div>
      ))}
      {mayAdd === true && path.length > 0 && canExpand(schema, uiSchema, formData) && (
        <Button
          variant="subtle"
          color="gray"
          size="compact-xs"
          className={classes.add}
          leftSection={<IconPlus size={13} />}
          onClick={onAddProperty}
        >
          {path.length > 1 ? t('explorer.addFieldTo', { name: String(path.at(-1)) }) : t('explorer.addField')}
        </Button>
      )}
    </div>
  );
  if (path.length < 2) return content;
  const words = (
    <>
      <span translate="no" className={classes.legend}>
        {title}
      </span>
      {required === true && <span className={classes.star}> *</span>}
      {description !== undefined && description !== '' && (
        <span className={classes.words}>
          {' '}
          {typeof description === 'string' ? <Words of={[description]} /> : description}
        </span>
      )}
    </>
  );
  if (required === true)
    return (
      <fieldset className={classes.group}>
        <legend>{words}</legend>
        {content}
      </fieldset>
    );
  const isFilled = formData !== undefined && Object.keys(formData).length > 0;
  const isFirstLevel = path.length === 2;
  return (
    <details className={classes.folded} open={isFilled || isFirstLevel || undefined}>
      <summary>{words}</summary>
      {content}
    </details>
  );
}

function MultiSchemaFieldTemplate({ selector, optionSchemaField }: MultiSchemaFieldTemplateProps) {
  return (
    <div className={classes.choice}>
      {selector}
      {optionSchemaField}
    </div>
  );
}

export const formTemplates = { FieldTemplate, ObjectFieldTemplate, MultiSchemaFieldTemplate };
