/** Size in pixels that link previews expect. */
export const WIDTH = 1200
export const HEIGHT = 630
