import type { ReadFile } from '#core/local/read-file.ts';

/**
 * Compares a storage host's ETag with the MD5 of what was sent (U15). An ETag of 32 hex digits need not be an
 * MD5 (encrypted stores give others), so a host is believed only after one of its ETags was seen to match.
 */
export function createEtagJudge() {
  const hostsWithMd5 = new Set<string>();
  return {
    disagrees(address: string, etag: string | undefined, read: ReadFile): boolean {
      const named = etag?.replaceAll('"', '').toLowerCase();
      if (!named || !/^[0-9a-f]{32}$/.test(named)) return false;
      const { host } = new URL(address);
      if (named === read.md5()) {
        hostsWithMd5.add(host);
        return false;
      }
      return hostsWithMd5.has(host);
    },
  };
}

export type EtagJudge = ReturnType<typeof createEtagJudge>;
