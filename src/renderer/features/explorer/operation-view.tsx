import { Button, SegmentedControl } from '@mantine/core';
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { OperationDescription } from '#shared/operations/description.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { href } from '../../lib/route.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Section } from '../../ui/section.tsx';
import { BatchEditor } from './batch-editor.tsx';
import { CopyMenu } from './copy-menu.tsx';
import type { Draft } from './drafts.ts';
import classes from './explorer.module.css';
import { SchemaForm } from './form/schema-form.tsx';
import { OperationHead } from './operation-head.tsx';
import { useOperationTitle } from './operation-titles.ts';
import { ProblemList } from './problem-list.tsx';
import { RawEditor } from './raw-editor.tsx';
import { readQueries } from './read-queries.ts';
import { type RequestValues, rawPartOf, rawTextOf, readRaw } from './request-values.ts';
import { RunView } from './run-view.tsx';
import { type OperationRequest, useOperationRun } from './use-operation-run.ts';
import { Words } from './words.tsx';

interface OperationViewProps {
  readonly operation: OperationDescription;
  readonly draft: Draft;
  /** Called with every change, so that a person finds the form again as it was. */
  readonly onDraft: (draft: Draft) => void;
  /** Makes the request at once: a person clicked on "run again". */
  readonly runAtOnce: boolean;
}

/** One operation: what it is, its request, its answer. Nothing is sent without a click or Ctrl+Enter. */
export function OperationView({ operation, draft, onDraft, runAtOnce }: OperationViewProps) {
  const { t } = useI18n();
  const titleOf = useOperationTitle();
  const [{ values, isRaw, rawText, queriesText }, setDraft] = useState(draft);
  const [asks, setAsks] = useState(false);
  // The form keeps the order of added fields to itself, so values from elsewhere need a new one.
  const [formNumber, setFormNumber] = useState(0);
  const { run, problems, start, stop, changed } = useOperationRun(operation);
  const { kind, effect, cost, example } = operation;
  const raw = readRaw(rawText, operation);
  const queries = readQueries(queriesText);
  const hasRequest = rawPartOf(operation) !== 'nothing';
  const isRunning = run.kind === 'running';
  const canRun = !isRunning && (!isRaw || raw.ok) && (kind !== 'batch' || queries.ok);

  const change = (part: Partial<Draft>) => {
    const next = { values, isRaw, rawText, queriesText, ...part };
    setDraft(next);
    onDraft(next);
    changed();
  };
  const setValues = (next: RequestValues) => change({ values: next, rawText: rawTextOf(next, operation) });
  const replaceValues = (next: RequestValues) => {
    setFormNumber((old) => old + 1);
    change({ values: next, rawText: rawTextOf(next, operation), queriesText: '' });
  };
  const request = (): OperationRequest => ({
    ...(values.params === undefined ? {} : { params: { ...values.params } }),
    ...(values.body === undefined ? {} : { body: values.body }),
    ...(kind === 'batch' && queries.ok && queries.queries.length > 0
      ? { queries: [...queries.queries] }
      : {}),
  });
  const attempt = () => {
    if (!canRun) return;
    if (effect === 'reads') start(request());
    else setAsks(true);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || kind === 'upload') return;
    event.preventDefault();
    attempt();
  };
  const ran = useRef(false);
  useEffect(() => {
    if (!runAtOnce || ran.current) return;
    ran.current = true;
    start(request());
  });

  const modes = (
    <SegmentedControl
      aria-label={t('explorer.writtenAs')}
      data={[
        { value: 'form', label: t('explorer.form') },
        { value: 'raw', label: t('explorer.raw') },
      ]}
      value={isRaw ? 'raw' : 'form'}
      // JSON that is none yet has no fields to show.
      disabled={isRaw && !raw.ok}
      onChange={(mode) => change({ isRaw: mode === 'raw', rawText: rawTextOf(values, operation) })}
    />
  );
  return (
    <>
      <OperationHead operation={operation} />
      <Section title={t('explorer.request')} actions={hasRequest ? modes : undefined}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: Ctrl+Enter works in every field; the button is for all others. */}
        <div className={classes.request} onKeyDown={onKeyDown}>
          {!hasRequest && <p className={classes.quiet}>{t('explorer.noParameters')}</p>}
          {hasRequest && isRaw && (
            <RawEditor
              operation={operation}
              text={rawText}
              read={raw}
              onChange={(text) => {
                const read = readRaw(text, operation);
                change(read.ok ? { rawText: text, values: read.values } : { rawText: text });
              }}
            />
          )}
          {hasRequest && !isRaw && (
            <SchemaForm
              key={formNumber}
              operation={operation}
              values={values}
              problems={problems}
              onChange={setValues}
            />
          )}
          {kind === 'batch' && (
            <BatchEditor
              text={queriesText}
              read={queries}
              onChange={(text) => change({ queriesText: text })}
            />
          )}
          <ProblemList problems={problems} />
          <div className={classes.buttons}>
            {kind === 'upload' ? (
              <p className={classes.quiet}>
                {t('explorer.uploadOnly')} <a href={href(['uploads'])}>{t('nav.uploads')}</a>
              </p>
            ) : isRunning ? (
              <Button variant="default" leftSection={<IconPlayerStop size={14} aria-hidden />} onClick={stop}>
                {t('explorer.stop')}
              </Button>
            ) : (
              <Button
                leftSection={<IconPlayerPlay size={14} aria-hidden />}
                disabled={!canRun}
                onClick={attempt}
                title="Ctrl+Enter"
                {...(effect === 'deletes' ? { color: 'red.9' } : {})}
              >
                {t('explorer.run')}
              </Button>
            )}
            <span className={classes.spread} />
            {example !== null && (
              <Button
                variant="subtle"
                color="gray"
                onClick={() =>
                  replaceValues({
                    ...(example.params === undefined ? {} : { params: example.params }),
                    ...(example.body === undefined ? {} : { body: example.body }),
                  })
                }
              >
                {t('explorer.example')}
              </Button>
            )}
            {hasRequest && (
              <Button variant="subtle" color="gray" onClick={() => replaceValues({})}>
                {t('explorer.clear')}
              </Button>
            )}
            <CopyMenu operation={operation} values={values} />
          </div>
          {cost !== null && (
            <p className={classes.quiet}>
              {t('explorer.cost')}: <Words of={[cost]} />
            </p>
          )}
        </div>
      </Section>
      <RunView operation={operation} run={run} onStart={start} onAgain={attempt} />
      <Confirm
        opened={asks}
        title={t(effect === 'deletes' ? 'explorer.askDelete' : 'explorer.askChange', {
          title: titleOf(operation),
        })}
        text={`${t(effect === 'deletes' ? 'explorer.askDeleteText' : 'explorer.askChangeText')} ${operation.method} ${operation.path}`}
        confirm={t('explorer.askConfirm')}
        onConfirm={() => start(request())}
        onClose={() => setAsks(false)}
      />
    </>
  );
}
