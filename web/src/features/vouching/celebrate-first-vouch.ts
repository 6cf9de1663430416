import type { Answer } from '@aura/api/calls'
import type { VouchOfUser } from '@aura/api/calls/vouching'
import type { QueryClient } from '@tanstack/react-query'
import type { User } from '#features/auth'
import { celebrate } from '#features/celebration'
import { request } from '#lib/api'
import { read, readKey } from '#lib/query-client'

/** Claims the celebration on the server first, so that only one of several tabs and devices celebrates. */
export async function celebrateFirstVouch(client: QueryClient, userId: string): Promise<void> {
  const vouches = await request('GET /api/users/:id/vouches', { params: { id: userId }, query: {} })
  const { isNew } = await request('POST /api/auth/seen-first', { body: { first: 'vouch_received' } })
  const user = client.getQueryData<Answer<'GET /api/auth/user'>>(readKey('GET /api/auth/user'))
  const first = vouches.at(-1)
  if (isNew && first && user?.id === userId) void celebrate(firstVouchCelebration(user, first))
  await client.invalidateQueries(read('GET /api/auth/user'))
}

export function firstVouchCelebration(
  { id, currentStreak: days, auraPoints }: Pick<User, 'id' | 'currentStreak' | 'auraPoints'>,
  { other, usdc, auraAwarded }: Pick<VouchOfUser, 'usdc' | 'auraAwarded'> & { other: { username: string } },
) {
  return {
    userId: id,
    gained: { amount: auraAwarded, unit: 'AP' as const },
    before: { days, auraPoints: Math.max(0, auraPoints - auraAwarded) },
    after: { days, auraPoints },
    text: `Your first vouch: ${other.username} sent you ${usdc} USDC.`,
  }
}
