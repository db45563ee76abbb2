/** From left to right. */
export const paneNames = ['text', 'original', 'analytics', 'tree'] as const;
export type PaneName = (typeof paneNames)[number];
export const paneNamesOfFiles: readonly PaneName[] = ['text', 'analytics', 'tree'];

/** CSS pixels a pane needs to be read beside others. */
export const paneNeeds: Readonly<Record<PaneName, number>> = {
  text: 380,
  original: 380,
  analytics: 310,
  tree: 290,
};

/** By which a pane is shown or hidden from anywhere, besides its number. */
export const paneKeys: Partial<Readonly<Record<PaneName, string>>> = { original: 'o', tree: 't' };
