import { randomUUID } from 'node:crypto'
import type { Context } from '#platform/context'
import { upsertWhitelisted } from './store.ts'

/** Lets a wallet join the closed beta. Doing it again changes nothing. */
export async function whitelistWallet(ctx: Context, walletAddress: string, note: string | null = null): Promise<void> {
  await upsertWhitelisted(ctx.db, { id: randomUUID(), walletAddress, note, now: ctx.clock.sqlNow() })
}
