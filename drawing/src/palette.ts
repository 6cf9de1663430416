import type { Rgb } from './colors.ts'
import type { SideKey } from './side-keys.ts'

/** The dark theme of web/src/styles/tokens.css as RGB: shared pictures and videos are dark in either theme. */
export const PLATE: Rgb = [8, 11, 12]
export const INK: Rgb = [244, 244, 239]
export const INK_2: Rgb = [189, 194, 190]
export const INK_3: Rgb = [143, 151, 152]
export const LINE: Rgb = [43, 48, 50]
export const LINE_2: Rgb = [110, 118, 120]
export const LIVE: Rgb = [255, 101, 87]

export const LEVELS: Readonly<Record<SideKey, Rgb>> = {
  clout: [89, 173, 255],
  attention: [215, 117, 244],
  dedicated: [44, 220, 175],
  grinder: [137, 240, 57],
  vader: [254, 226, 66],
  'clout-2': [94, 66, 254],
  'attention-2': [253, 0, 157],
  'dedicated-2': [27, 147, 136],
  'grinder-2': [175, 175, 0],
  'vader-2': [236, 142, 23],
}
