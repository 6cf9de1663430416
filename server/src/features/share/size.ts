/** What sites that show links expect of a picture, in pixels. */
export const WIDTH = 1200
export const HEIGHT = 630
