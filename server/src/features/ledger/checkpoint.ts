import { z } from 'zod'
import type { KindSum } from './audit-store.ts'

const Checkpoint = z.strictObject({
  version: z.literal(1),
  upTo: z.int().nonnegative(),
  sums: z.array(
    z.strictObject({
      kind: z.string(),
      currency: z.string(),
      isTracked: z.boolean(),
      amount: z.string().regex(/^-?\d+$/),
    }),
  ),
})

/** Sums of all transfers up to an id. No transfer with a smaller id can appear later. */
export interface LedgerCheckpoint {
  upTo: number
  sums: Omit<KindSum, 'arrived'>[]
}

export const written = ({ upTo, sums }: LedgerCheckpoint) => ({ version: 1, upTo, sums })

/** Returns undefined if another version wrote it in another form. */
export function readCheckpoint(value: unknown): LedgerCheckpoint | undefined {
  const { data } = Checkpoint.safeParse(value)
  return data && { upTo: data.upTo, sums: data.sums }
}
