/** What a document was made from. All but PDF are shown as a page that Sluice writes of them. */
export const originalKinds = ['pdf', 'html', 'docx', 'mail', 'text', 'csv'] as const;
export type OriginalKind = (typeof originalKinds)[number];
