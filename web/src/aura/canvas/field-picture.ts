import type { Point } from '@aura/drawing/filaments'

export interface FieldPerson {
  id: string
  days: number
  auraPoints: number
  /** Colour token: a level's key, `ink` or a grey. */
  color: string
  /** Totals of the largest gifters, drawn as bright lines. */
  gifts: readonly number[]
}

export interface FieldPicture {
  a: FieldPerson
  b: FieldPerson
  share: number
  layout: FieldLayout
}

/** Computes positions in pixels for a box, and the lines' density and weight. */
export type FieldLayout = (
  width: number,
  height: number,
) => { a: Point; b: Point; radius: number; lines: number; reach: number; weight: number }

export const shareOf = (a: number, b: number): number => (a + b === 0 ? 0.5 : a / (a + b))
