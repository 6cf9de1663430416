/** Contributions to other features' screens, each declared by the screen that accepts it (`declare module`). */
// biome-ignore lint/suspicious/noEmptyInterface: it is extended by others
export interface Parts {}
