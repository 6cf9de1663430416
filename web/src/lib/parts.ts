/**
 * A feature's contributions to other features' screens. A screen that accepts contributions adds a property here
 * (`declare module '#lib/parts'`).
 */
// biome-ignore lint/suspicious/noEmptyInterface: it is extended by others
export interface Parts {}
