import { Alert, Button, Group } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Component, type ReactNode } from 'react';
import { useI18n } from '../lib/i18n/i18n-context.tsx';
import { PageNotLoaded } from '../lib/page-code.ts';
import { failureText } from '../lib/queries.ts';
import { Page } from '../ui/page.tsx';
import classes from './shell.module.css';

interface PageBoundaryProps {
  /** Another one is another try. */
  readonly address: string;
  readonly children: ReactNode;
}

interface PageBoundaryState {
  readonly address: string;
  readonly broken?: { readonly error: unknown } | undefined;
}

/** Keeps what breaks a page to that page: the rest of the window goes on. */
export class PageBoundary extends Component<PageBoundaryProps, PageBoundaryState> {
  override state: PageBoundaryState = { address: this.props.address };

  static getDerivedStateFromError(error: unknown): Partial<PageBoundaryState> {
    return { broken: { error } };
  }

  static getDerivedStateFromProps(
    { address }: PageBoundaryProps,
    state: PageBoundaryState,
  ): PageBoundaryState {
    return state.address === address ? state : { address, broken: undefined };
  }

  override render(): ReactNode {
    const { broken } = this.state;
    return broken ? (
      <Broken error={broken.error} onRetry={() => this.setState({ broken: undefined })} />
    ) : (
      this.props.children
    );
  }
}

function Broken({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const { t } = useI18n();
  const isLoaded = !(error instanceof PageNotLoaded);
  return (
    <Page title={t(isLoaded ? 'page.broken' : 'page.notLoaded')}>
      <Alert color="red" variant="light" icon={<IconAlertTriangle size={16} />}>
        <p className={classes.broken}>{t(isLoaded ? 'page.brokenText' : 'page.notLoadedText')}</p>
        <p className={classes.broken} lang="en">
          <code>{failureText(error)}</code>
        </p>
        <Group gap="xs">
          <Button variant="default" size="compact-sm" onClick={onRetry}>
            {t('common.tryAgain')}
          </Button>
          <Button variant="default" size="compact-sm" onClick={() => location.reload()}>
            {t('page.reload')}
          </Button>
        </Group>
      </Alert>
    </Page>
  );
}
