import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { askAgain } from './ask-again.ts';
import { useHost } from './bridge/host-context.tsx';

/**
 * Whether Sluice can be reached. When its events begin to come, at first or again, everything on screen that
 * was answered before is asked for anew: what happened in between was told to nobody.
 */
export function useConnection(): boolean {
  const host = useHost();
  const client = useQueryClient();
  const [isConnected, setIsConnected] = useState(true);
  useEffect(() => {
    let before = false;
    return host.onConnection?.((now) => {
      if (now && !before) askAgain(client);
      before = now;
      setIsConnected(now);
    });
  }, [host, client]);
  return isConnected;
}
