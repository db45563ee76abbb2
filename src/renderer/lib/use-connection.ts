import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useHost } from './bridge/host-context.tsx';

/** Whether Sluice can be reached. When it is there again everything on screen is asked for anew. */
export function useConnection(): boolean {
  const host = useHost();
  const client = useQueryClient();
  const [isConnected, setIsConnected] = useState(true);
  useEffect(() => {
    let before = true;
    return host.onConnection?.((now) => {
      if (now && !before) void client.invalidateQueries();
      before = now;
      setIsConnected(now);
    });
  }, [host, client]);
  return isConnected;
}
