import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import type { OriginalTable } from '#shared/bridge/original-tables.ts';
import { HostProvider } from '../../lib/bridge/host-context.tsx';
import { createFakeHost } from '../../testing/fake-host.ts';
import { useOriginalTables } from './use-original-tables.ts';
import type { RemoteDocument } from './worker/document-client.ts';

const contentId = '0'.repeat(32);

test('tables of an original that comes to this machine later are asked for then, and no more once they are there', async () => {
  let tables: readonly OriginalTable[] = [];
  const { host, inputs } = createFakeHost({ 'documents.originalTables': () => ({ tables }) });
  const remote = { takeTables: vi.fn(async () => [4]) } as unknown as RemoteDocument;
  const asked = () => inputs('documents.originalTables').length;
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <HostProvider host={host}>{children}</HostProvider>
  );
  const { result, rerender } = renderHook(({ turn }) => useOriginalTables(contentId, remote, turn), {
    wrapper,
    initialProps: { turn: 0 },
  });
  await waitFor(() => expect(asked()).toBe(1));
  expect(result.current).toEqual([]);
  tables = [{ rows: [] }];
  rerender({ turn: 1 });
  await waitFor(() => expect(result.current).toEqual([4]));
  expect(asked()).toBe(2);
  rerender({ turn: 2 });
  expect(asked()).toBe(2);
});
