import type { Answer } from '@aura/api/calls'
import { getAddress } from 'viem'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import { findByName, findByWallet } from './search-store.ts'

const WALLET_START = /^0x[0-9a-f]{4,40}$/

/** Matches usernames that contain or resemble the text, and starts of addresses. Blank text matches nobody. */
export async function searchUsers(
  ctx: Context,
  { q, limit }: { q: string; limit: number },
): Promise<Answer<'GET /api/users/search'>> {
  const wanted = q.trim().toLowerCase().replace(/^@/, '')
  if (wanted === '') return []
  const at = await databaseTime(ctx.db, ctx.clock)
  const find = WALLET_START.test(wanted) ? findByWallet : findByName
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
