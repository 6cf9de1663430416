import { createSigner } from '../../../server/src/features/steeze/signer/create-signer.ts'
import { memoryJournal } from '../../../server/src/features/steeze/signer/signing-journal.ts'
import type { WithdrawalSigner } from '../../../server/src/features/steeze/signer/withdrawal-signer.ts'
import type { Context } from '../../../server/src/platform/context.ts'

export const TEST_SIGNER_KEY = `0x${'5'.repeat(64)}` as const

/** Returns a signer in this process that uses the current chain, clock and limits of `ctx`. */
export const inProcessSigner = (
  ctx: Pick<Context, 'chain' | 'clock' | 'limits'>,
  key: `0x${string}` = TEST_SIGNER_KEY,
): WithdrawalSigner =>
  createSigner({
    key,
    journal: memoryJournal(),
    get chain() {
      return ctx.chain
    },
    get clock() {
      return ctx.clock
    },
    get limits() {
      return ctx.limits
    },
  })
