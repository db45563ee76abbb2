/** The addresses the sandbox answers at: `{base_url}`, `{agents_url}`, and the storage. */
export const originNames = ['api', 'agents', 'storage'] as const;
export type OriginName = (typeof originNames)[number];
