/** What happened, with the detail where there is one. */
export function withDetail(happened: string, detail?: string | null): string {
  return detail ? `${happened} (${detail})` : happened;
}
