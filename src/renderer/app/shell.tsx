import { useEffect, useRef } from 'react';
import { ConnectorNotices } from '../features/connectors/connector-notices.tsx';
import { Palette } from '../features/palette/palette.tsx';
import { UploadSheetProvider } from '../features/upload-sheet/upload-sheet-provider.tsx';
import { useI18n } from '../lib/i18n/i18n-context.tsx';
import { PagePlace } from '../lib/page-place.ts';
import { useCall } from '../lib/queries.ts';
import { goTo, href, usePath } from '../lib/route.ts';
import { LeaveDialog } from '../ui/leave-dialog.tsx';
import { Toasts } from '../ui/toasts.tsx';
import { CurrentPage } from './current-page.tsx';
import { KeySheet } from './key-sheet.tsx';
import { Navigation } from './navigation.tsx';
import { NotConnected } from './not-connected.tsx';
import { useFindKey } from './use-find-key.ts';
import { usePrefetch } from './use-prefetch.ts';
import classes from './shell.module.css';

/**
 * The window: navigation at the left, the page beside it. A person who has no profile yet is welcomed first.
 */
export function Shell() {
  const { t } = useI18n();
  usePrefetch();
  const { data } = useCall('settings.get', {});
  const path = usePath();
  const isNew = data?.settings.profiles.length === 0;
  const welcome = path[0] === 'welcome';
  // Help can be read before anything is set up.
  const needsProfile = !welcome && path[0] !== 'help';
  useEffect(() => {
    if (isNew && needsProfile) goTo(href(['welcome']), { replace: true });
  }, [isNew, needsProfile]);
  const main = useRef<HTMLElement>(null);
  useFindKey(main);
  return (
    <UploadSheetProvider>
      <button type="button" className={classes.skip} onClick={() => main.current?.focus()}>
        {t('nav.skip')}
      </button>
      <div className={classes.shell}>
        {!isNew && !welcome && <Navigation />}
        <div className={classes.content}>
          <main ref={main} id="main" className={classes.main} tabIndex={-1}>
            <NotConnected />
            <CurrentPage />
          </main>
          <Toasts />
        </div>
      </div>
      <PagePlace frame={main} />
      <Palette />
      <ConnectorNotices />
      <LeaveDialog />
      <KeySheet />
    </UploadSheetProvider>
  );
}
