import type { Field, FieldLine } from './battle-field.ts'
import type { Point } from './filaments.ts'

/** Interpolates between two fields in place, without allocating per frame. */
export interface FieldTween {
  readonly field: Field
  moveTo(k: number): void
}

/** Moves each line to its counterpart in a field of the same sides. New lines grow from their root. */
export function tweenField(from: Field, to: Field): FieldTween {
  const sides = [moving(from.a, to.a), moving(from.b, to.b)] as const
  const nullPoint: [x: number, y: number] = [from.nullPoint[0], from.nullPoint[1]]
  const fromNull: Point = [from.nullPoint[0], from.nullPoint[1]]
  return {
    field: { a: sides[0].lines, b: sides[1].lines, nullPoint },
    moveTo(k) {
      for (const side of sides) side.moveTo(k)
      nullPoint[0] = fromNull[0] + (to.nullPoint[0] - fromNull[0]) * k
      nullPoint[1] = fromNull[1] + (to.nullPoint[1] - fromNull[1]) * k
    },
  }
}

function moving(from: readonly FieldLine[], to: readonly FieldLine[]) {
  const [fromFine, toFine] = [fineCount(from), fineCount(to)]
  // Bright lines match by rank, the others by position around the disc.
  const before = (i: number) => (i < toFine ? (i < fromFine ? from[i] : undefined) : from[fromFine + i - toFine])
  const starts = to.map((line, i) => startOf(line, before(i)))
  const lines = to.map((line, i): FieldLine => ({ ...line, points: new Float32Array(starts[i] ?? []) }))
  return {
    lines,
    moveTo(k: number) {
      for (let i = 0; i < lines.length; i++) {
        const [line, start, end] = [lines[i], starts[i], to[i]]
        if (line && start && end) movePoints(line.points, start, end.points, k)
      }
    },
  }
}

function movePoints(points: Float32Array, start: Float32Array, end: Float32Array, k: number): void {
  for (let i = 0; i < points.length; i++) {
    const a = start[i] as number
    points[i] = a + ((end[i] as number) - a) * k
  }
}

function fineCount(lines: readonly FieldLine[]): number {
  const at = lines.findIndex(({ kind }) => kind === 'bright')
  return at === -1 ? lines.length : at
}

/** Missing points start at the old line's tip, or at the root of a new line. */
function startOf(line: FieldLine, before: FieldLine | undefined): Float32Array {
  const known = before?.points ?? line.points.subarray(0, 2)
  const start = new Float32Array(line.points.length)
  start.set(known.subarray(0, start.length))
  const [x = 0, y = 0] = known.subarray(-2)
  for (let i = known.length; i < start.length; i += 2) {
    start[i] = x
    start[i + 1] = y
  }
  return start
}
