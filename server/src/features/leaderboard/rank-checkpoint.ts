import { z } from 'zod'
import type { BoardSum } from './audit-sums-store.ts'

const Sum = z.string().regex(/^-?\d+$/)
const Checkpoint = z.strictObject({
  version: z.literal(2),
  upTo: z.int().nonnegative(),
  boards: z.array(z.strictObject({ board: z.int(), points: Sum, ties: Sum })),
})

/** Weighted sums of all points after a transfer, and of the ties, by board. No smaller id can appear later. */
export interface RankCheckpoint {
  upTo: number
  boards: { board: number; points: string; ties: string }[]
}

export const writtenCheckpoint = ({ upTo, boards }: RankCheckpoint) => ({ version: 2, upTo, boards })

/** Returns undefined if another version wrote it in another form. */
export function readRankCheckpoint(value: unknown): RankCheckpoint | undefined {
  const { data } = Checkpoint.safeParse(value)
  return data && { upTo: data.upTo, boards: data.boards }
}

interface Summed {
  before: bigint
  after: bigint
  ties: bigint
}

const NOTHING: Summed = { before: 0n, after: 0n, ties: 0n }

export class BoardSums {
  readonly #sums = new Map<number, Summed>()

  add(parts: readonly BoardSum[]): void {
    for (const { board, before, after, ties } of parts) {
      const sum = this.#sums.get(board) ?? NOTHING
      this.#sums.set(board, {
        before: sum.before + BigInt(before),
        after: sum.after + BigInt(after),
        ties: sum.ties + BigInt(ties),
      })
    }
  }

  numbers = (): number[] => [...this.#sums.keys()]

  next = (whole: readonly number[]): RankCheckpoint['boards'] =>
    [...whole]
      .sort((a, b) => a - b)
      .map((board) => {
        const { after, ties } = this.#sums.get(board) ?? NOTHING
        return { board, points: `${after}`, ties: `${ties}` }
      })

  /** Returns whether the points are those of the checkpoint, and the ties of boards that were over by then. */
  continues(
    { boards }: RankCheckpoint,
    { open, whole }: { open: readonly number[]; whole: readonly number[] },
  ): boolean {
    const proven = new Map(boards.map((each) => [each.board, each]))
    return whole.every((board) => {
      const { before, ties } = this.#sums.get(board) ?? NOTHING
      const then = proven.get(board)
      const mayHaveMoved = !then || open.includes(board)
      return before === BigInt(then?.points ?? 0) && (mayHaveMoved || ties === BigInt(then.ties))
    })
  }
}
