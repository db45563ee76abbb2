import type { ReactNode } from 'react';
import { healthSchema } from '#shared/bridge/health.ts';
import { documentStatuses } from '#shared/bridge/documents.ts';
import { projectAddress } from '#shared/project-address.ts';
import type { SentenceKey } from '#shared/sentences/sentence-key.ts';
import { uploadStates } from '#shared/uploads/upload.ts';
import { helpHref } from '../../lib/addresses/help.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { href } from '../../lib/route.ts';
import { Section } from '../../ui/section.tsx';
import { HelpFrame } from './help-frame.tsx';
import classes from './help.module.css';
import { withCode } from './with-code.tsx';

const steps = ['connect', 'folder', 'watch', 'read', 'find'] as const;
const stepPages: Readonly<Record<(typeof steps)[number], string>> = {
  connect: 'welcome',
  folder: 'folders',
  watch: 'home',
  read: 'documents',
  find: 'search',
};
/** As in docs/ARCHITECTURE.md, "Words", but for those that only developers meet. */
const words = [
  'watch-folder',
  'local-file',
  'upload',
  'document',
  'annotated-document',
  'entity',
  'tag',
  'connector',
  'profile',
  'note',
  'citation',
  'ledger',
  'sandbox',
  'agent',
] as const;

/** First steps, what each state means and what to do, the words, and where to go when something is wrong. */
export function HelpPage() {
  const { t } = useI18n();
  return (
    <HelpFrame>
      <Section id="steps" title={t('help.steps')}>
        <ol className={classes.steps}>
          {steps.map((step) => (
            <li key={step}>
              <a href={href([stepPages[step]])}>{t(`help.step.${step}`)}</a>
              <p>{withCode(t(`help.step.${step}Text`))}</p>
            </li>
          ))}
        </ol>
      </Section>
      <Section id="health" title={t('help.health')} hint={t('help.healthHint')} flush>
        <Meanings>
          {healthSchema.shape.state.options.map((state) => (
            <Meaning key={state} of={t(`agent.${state}`, { count: 2 })} is={`help.agent.${state}`} />
          ))}
        </Meanings>
      </Section>
      <Section id="uploads" title={t('help.uploads')} hint={t('help.uploadsHint')} flush>
        <Meanings>
          {uploadStates.map((state) => (
            <Meaning key={state} of={t(`state.${state}`)} is={`help.upload.${state}`} />
          ))}
        </Meanings>
      </Section>
      <Section id="documents" title={t('help.documents')} hint={t('help.documentsHint')} flush>
        <Meanings>
          {documentStatuses.map((status) => (
            <Meaning key={status} of={t(`documentStatus.${status}`)} is={`help.document.${status}`} />
          ))}
        </Meanings>
      </Section>
      <Section id="words" title={t('help.words')} flush>
        <Meanings>
          {words.map((word) => (
            <Meaning key={word} of={t(`help.word.${word}`)} is={`help.word.${word}.is`} />
          ))}
        </Meanings>
      </Section>
      <Section id="trouble" title={t('help.trouble')}>
        <ol className={classes.steps}>
          <li>
            <a href={href(['settings', 'diagnostics'])}>{t('help.trouble.doctor')}</a>
            <p>{withCode(t('help.trouble.doctorText'))}</p>
          </li>
          <li>
            <a href={helpHref('messages')}>{t('help.trouble.messages')}</a>
            <p>{t('help.trouble.messagesText')}</p>
          </li>
          <li>
            <a href={href(['settings', 'files'])}>{t('help.trouble.bundle')}</a>
            <p>{t('help.trouble.bundleText')}</p>
          </li>
          {projectAddress !== null && <li>{t('help.trouble.report', { address: projectAddress })}</li>}
        </ol>
      </Section>
    </HelpFrame>
  );
}

function Meanings({ children }: { readonly children: ReactNode }) {
  return <dl className={classes.words}>{children}</dl>;
}

function Meaning({ of, is }: { readonly of: string; readonly is: SentenceKey }) {
  const { t } = useI18n();
  return (
    <div>
      <dt>{of}</dt>
      <dd>{withCode(t(is))}</dd>
    </div>
  );
}
