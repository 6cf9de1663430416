import type { FieldLayout } from '#aura/canvas/field-picture.ts'

/**
 * Returns the rings' positions around the discs, which the style sheet places by the same rules (`--disc`, `--disc-y`).
 * They grow with the scale as far as the names and scores below leave room, which grow, too.
 */
export const stageLayout =
  (scale: number): FieldLayout =>
  (width, height) => {
    const unit = Math.min(height * 0.01, width * 0.005625) * scale
    const diameter = Math.min(height * 0.26 * scale, width * 0.18 * scale, width * 0.3, height - unit * 24)
    const y = Math.min(height * 0.52, height - unit * 21 - diameter / 2)
    return { a: [width * 0.16, y], b: [width * 0.84, y], radius: diameter / 2, lines: 260, reach: 1, weight: 1.2 }
  }
