import type { Answer } from '@aura/api/calls'
import { USERNAME_MAX_LENGTH } from '@aura/api/ids'
import { getAddress } from 'viem'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import type { Queryable } from '#platform/db/db'
import { type FoundRow, findByName, findByWallet } from './search-store.ts'

const WALLET_START = /^0x[0-9a-f]{4,40}$/

/** Returns people whose username contains or resembles the text, then wallets that start with it. */
export async function searchUsers(
  ctx: Context,
  { q, limit }: { q: string; limit: number },
): Promise<Answer<'GET /api/users/search'>> {
  const wanted = q.trim().toLowerCase().replace(/^@/, '')
  if (wanted === '') return []
  const at = await databaseTime(ctx.db, ctx.clock)
  const found = await find(ctx.db, wanted, limit, at)
  return found.map(({ apAvailable, apHeld, walletAddress, ...shown }) => ({
    id: shown.id,
    username: shown.username,
    firstName: shown.firstName,
    profileImageUrl: shown.profileImageUrl,
    walletAddress: walletAddress === null ? null : getAddress(walletAddress),
    auraPoints: apAvailable + apHeld,
    availableAuraPoints: apAvailable,
    currentStreak: shown.currentStreak,
  }))
}

async function find(db: Queryable, text: string, limit: number, at: Date): Promise<FoundRow[]> {
  if (!WALLET_START.test(text)) return findByName(db, text, limit, at)
  const byWallet = await findByWallet(db, text, limit, at)
  // A name that resembles a whole address must not come before the wallet itself.
  if (text.length > USERNAME_MAX_LENGTH) return byWallet
  const byName = await findByName(db, text, limit, at)
  return [...new Map([...byName, ...byWallet].map((person) => [person.id, person])).values()].slice(0, limit)
}
