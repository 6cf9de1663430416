/** The size link previews expect, in pixels. */
export const WIDTH = 1200
export const HEIGHT = 630
