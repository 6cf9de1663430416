import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import { readReserves } from './reserves.ts'

/** Compares the contract with the ledger if the network responds; an outage proves nothing. */
export async function compareReserves(ctx: Context): Promise<{ isSound: boolean; lines: string[] }> {
  if (!ctx.chain.contracts) return { isSound: true, lines: ['not compared with the contract: none is configured'] }
  try {
    const { block, outstanding, usdcMicros, difference } = await readReserves(ctx)
    const lines = [
      `${difference === 0 ? 'holds ' : 'BROKEN'}  the contract agrees, as of block ${block.number}`,
      `        ${outstanding} Steeze outstanding, ${usdcMicros / 1_000_000} USDC held, difference ${difference}`,
    ]
    return { isSound: difference === 0, lines }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { isSound: true, lines: ['not compared with the contract: the network is not responding'] }
  }
}
