/** Sizes in pixels: what link previews expect, and a phone's screen for stories. */
export const SHAPES = {
  wide: { width: 1200, height: 630 },
  upright: { width: 1080, height: 1920 },
} as const

export type Shape = keyof typeof SHAPES
