/**
 * A name as people write it, in the one spelling that all machines use; undefined where it is none. Windows
 * and Samba tell no case apart, NFS only in the name of the server.
 */
export function normalSharedName(written: string): string | undefined {
  const name = written.trim().replaceAll('\\', '/').replace(/\/+$/, '').normalize('NFC');
  if (/^\/\/[^/:?.][^/:?]*(?:\/[^/]+)+$/.test(name)) return name.toLowerCase();
  const [, server, path] = /^([^/:]{2,}):(\/.*)$/.exec(name) ?? [];
  return server === undefined || path === undefined ? undefined : `${server.toLowerCase()}:${path}`;
}
