import type { Rgb } from '@aura/aura/colors'
import type { SideKey } from '@aura/aura/side-keys'

/** The dark theme as RGB: a server canvas cannot read web/src/styles/tokens.css. */
export const PLATE: Rgb = [7, 11, 12]
export const INK: Rgb = [244, 244, 239]
export const INK_2: Rgb = [189, 194, 190]
export const INK_3: Rgb = [142, 150, 151]
export const LINE: Rgb = [43, 48, 50]
export const LINE_2: Rgb = [109, 118, 120]
export const LIVE: Rgb = [255, 98, 83]

export const LEVELS: Readonly<Record<SideKey, Rgb>> = {
  clout: [89, 171, 255],
  attention: [217, 113, 247],
  dedicated: [45, 219, 174],
  grinder: [142, 242, 64],
  vader: [255, 225, 72],
  'clout-2': [94, 66, 254],
  'attention-2': [253, 0, 157],
  'dedicated-2': [27, 147, 136],
  'grinder-2': [175, 175, 0],
  'vader-2': [236, 142, 23],
}
