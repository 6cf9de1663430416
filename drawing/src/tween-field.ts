import type { Field, FieldLine } from './battle-field.ts'
import { ownPoints, type TakePoints } from './point-memory.ts'

/** Interpolates between two fields in place, without allocating per frame. */
export interface FieldTween {
  readonly field: Field
  moveTo(k: number): void
}

export interface TweenMemory {
  starts: TakePoints
  moved: TakePoints
}

/**
 * Moves each line to its counterpart in a field of the same sides. New lines grow from their root. All of `from` is
 * read before anything is written to `moved`, which may be the memory of `from`.
 */
export function tweenField(
  from: Field,
  to: Field,
  memory: TweenMemory = { starts: ownPoints, moved: ownPoints },
): FieldTween {
  const starts = { a: startsOf(from.a, to.a, memory.starts), b: startsOf(from.b, to.b, memory.starts) }
  const field: Field = {
    a: movable(to.a, starts.a, memory.moved),
    b: movable(to.b, starts.b, memory.moved),
    nullPoint: from.nullPoint,
  }
  const [fromX, fromY] = from.nullPoint
  const [toX, toY] = to.nullPoint
  return {
    field,
    moveTo(k) {
      for (const side of ['a', 'b'] as const) moveLines(field[side], starts[side], to[side], k)
      field.nullPoint = [fromX + (toX - fromX) * k, fromY + (toY - fromY) * k]
    },
  }
}

function startsOf(from: readonly FieldLine[], to: readonly FieldLine[], take: TakePoints): Float32Array[] {
  const [fromFine, toFine] = [fineCount(from), fineCount(to)]
  // Bright lines match by rank, the others by position around the disc.
  const before = (i: number) => (i < toFine ? (i < fromFine ? from[i] : undefined) : from[fromFine + i - toFine])
  return to.map((line, i) => startOf(line, before(i), take(line.points.length)))
}

function movable(to: readonly FieldLine[], starts: readonly Float32Array[], take: TakePoints): FieldLine[] {
  return to.map((line, i): FieldLine => {
    const points = take(line.points.length)
    points.set(starts[i] as Float32Array)
    return { kind: line.kind, points, weight: line.weight }
  })
}

function moveLines(lines: FieldLine[], starts: readonly Float32Array[], to: readonly FieldLine[], k: number): void {
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i]
    const start = starts[i]
    const end = to[i]
    if (line && start && end) movePoints(line.points, start, end.points, k)
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
function startOf(line: FieldLine, before: FieldLine | undefined, start: Float32Array): Float32Array {
  const known = before?.points ?? line.points
  const count = Math.min(start.length, before ? known.length : 2)
  for (let i = 0; i < count; i++) start[i] = known[i] as number
  const tip = before ? known.length - 2 : 0
  for (let i = count; i < start.length; i += 2) {
    start[i] = known[tip] as number
    start[i + 1] = known[tip + 1] as number
  }
  return start
}
