import { SegmentedControl } from '@mantine/core';
import { useQueryValues } from '../../lib/addresses/define-query.ts';
import { folderHref, folderQuery, folderViews } from '../../lib/addresses/folders.ts';
import { folderName } from '../../lib/folder-name.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useCall } from '../../lib/queries.ts';
import { goTo, href } from '../../lib/route.ts';
import { useProfiles } from '../../lib/use-profiles.ts';
import { Answer } from '../../ui/answer.tsx';
import { Empty } from '../../ui/empty.tsx';
import { HealthBadge } from '../../ui/health-badge.tsx';
import { Page } from '../../ui/page.tsx';
import { PathText } from '../../ui/path-text.tsx';
import { Section } from '../../ui/section.tsx';
import { CoverageFigures } from './coverage-figures.tsx';
import { FolderActions } from './folder-actions.tsx';
import { FolderContents } from './folder-contents.tsx';
import classes from './folders.module.css';
import { HealthWords } from './health-words.tsx';
import { HeldChoice } from './held-choice.tsx';
import { ReasonList } from './reason-list.tsx';
import { VanishedSection } from './vanished-section.tsx';
import { WaitingSection } from './waiting-section.tsx';

/** One watch folder: where each of its files stands, and why. */
export function FolderPage({ folderId }: { readonly folderId: string }) {
  const { t, format } = useI18n();
  const profiles = useProfiles();
  const folders = useCall('folders.list', {});
  const { show: view } = useQueryValues(folderQuery);
  const state = folders.data?.find(({ folder }) => folder.id === folderId);
  if (folders.data && !state) {
    return (
      <Page title={t('folders.title')}>
        <Empty title={t('folder.gone')} action={<a href={href(['folders'])}>{t('nav.folders')}</a>}>
          {''}
        </Empty>
      </Page>
    );
  }
  return (
    <Answer query={folders} waiting={t('common.loading')}>
      {() =>
        state && (
          <Page wide title={folderName(state.folder)} actions={<FolderActions state={state} />}>
            <div className={classes.card}>
              <PathText path={state.folder.path} />
              <p className={classes.facts}>
                <HealthBadge health={state.health} />
                <HealthWords health={state.health} withWhy />
                <span>
                  {state.health.lastReconcileAt === null
                    ? t('folders.neverLooked')
                    : t('folders.lastLook', { when: format.ago(state.health.lastReconcileAt) })}
                </span>
                <span>{t('folders.goesTo', { name: profiles.nameOf(state.folder.profileId) })}</span>
                <span>{t(state.folder.share ? 'folders.shared' : 'folders.notShared')}</span>
                {state.outer && <span>{t('folders.inside', { outer: folderName(state.outer) })}</span>}
                {state.inner?.map((inner) => (
                  <span key={inner.id}>{t('folders.holds', { inner: folderName(inner) })}</span>
                ))}
              </p>
              <CoverageFigures state={state} />
            </div>
            {state.vanished.map((vanished) => (
              <VanishedSection key={vanished.place} state={state} vanished={vanished} />
            ))}
            {(state.coverage.attentionBy.CHOICE_PENDING ?? 0) > 0 && (
              <HeldChoice folder={state.folder} count={state.coverage.attentionBy.CHOICE_PENDING ?? 0} />
            )}
            {state.coverage.waiting > 0 && <WaitingSection state={state} />}
            <ReasonList
              title={t('folder.attentionWhy')}
              counts={state.coverage.attentionBy}
              folderId={folderId}
              place="attention"
            />
            <ReasonList
              title={t('folder.ignoredWhy')}
              counts={state.coverage.ignoredBy}
              folderId={folderId}
              place="ignored"
            />
            <Section
              title={t('folder.contents')}
              flush
              actions={
                <SegmentedControl
                  aria-label={t('folder.contents')}
                  value={view}
                  onChange={(show) => goTo(folderHref(folderId, show), { replace: true })}
                  data={folderViews.map((one) => ({
                    value: one,
                    label: t(one === 'seen' ? 'folder.all' : `home.${one}`),
                  }))}
                />
              }
            >
              <FolderContents folderId={folderId} view={view} />
            </Section>
          </Page>
        )
      }
    </Answer>
  );
}
