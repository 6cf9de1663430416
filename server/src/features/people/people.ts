import type { Answer } from '@aura/api/calls'
import type { BattleOfUser } from '@aura/api/calls/people'
import type { ProfileFields, UserFields } from '@aura/api/parts'
import { PEOPLE_RULES } from '@aura/api/rules/people'
import type { OtherPerson } from '@aura/api/shapes'
import { getAddress } from 'viem'
import { personExists, userFieldsOf } from '#features/profile'
import { findProvenChannels } from '#features/providers'
import { AppError } from '#platform/app-error'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import { type Feature, merged } from '#platform/feature'
import { shownAbout } from './about.ts'
import { type AuraDay, findAuraDays, findBattlesOf, findPerson, type OtherRow } from './store.ts'

const HISTORY_MS = 365 * 86_400_000

export async function profileOf(
  ctx: Context,
  features: readonly Feature[],
  id: string,
): Promise<Answer<'GET /api/users/:id'>> {
  const at = await databaseTime(ctx.db, ctx.clock)
  const row = await findPerson(ctx.db, id, at)
  if (!row) throw new AppError('USER_NOT_FOUND')
  const [about, channels, [userFields], ...profileFields] = await Promise.all([
    shownAbout(ctx.db, id),
    findProvenChannels(ctx.db, [id]),
    userFieldsOf(ctx.db, features, [id]),
    ...features.map((feature) => feature.profileFields?.(ctx.db, id, at)),
  ])
  return {
    user: {
      id: row.id,
      username: row.username,
      firstName: row.firstName,
      profileImageUrl: row.profileImageUrl,
      walletAddress: row.walletAddress === null ? null : getAddress(row.walletAddress),
      twitterUsername: row.twitterUsername,
      channels: (channels.get(id) ?? []).map(({ provider, handle, url }) => ({ provider, handle, url })),
      auraPoints: row.auraPoints,
      currentStreak: row.currentStreak,
      ...(userFields as UserFields),
      createdAt: row.createdAt.toISOString(),
    },
    battleStats: {
      total: row.battles,
      won: row.battlesWon,
      lost: row.battles - row.battlesWon - row.battlesDrawn,
    },
    about,
    ...merged<ProfileFields>(profileFields),
  }
}

/** Hides from visitors how to reach the person elsewhere. */
export const forVisitors = (profile: Answer<'GET /api/users/:id'>): Answer<'GET /api/users/:id'> => ({
  ...profile,
  user: { ...profile.user, firstName: null, walletAddress: null, twitterUsername: null, channels: [] },
})

async function refuseUnknown(ctx: Context, id: string): Promise<void> {
  if (!(await personExists(ctx.db, id))) throw new AppError('USER_NOT_FOUND')
}

export async function auraHistoryOf(ctx: Context, id: string): Promise<AuraDay[]> {
  await refuseUnknown(ctx, id)
  const at = await databaseTime(ctx.db, ctx.clock)
  return findAuraDays(ctx.db, id, new Date(at.getTime() - HISTORY_MS))
}

const otherOf = (row: OtherRow): OtherPerson => ({
  id: row.otherId,
  username: row.otherName,
  profileImageUrl: row.otherImage,
  currentStreak: row.otherStreak,
})

export async function battlesOf(ctx: Context, id: string): Promise<BattleOfUser[]> {
  await refuseUnknown(ctx, id)
  const rows = await findBattlesOf(ctx.db, id, PEOPLE_RULES.profileRows, await databaseTime(ctx.db, ctx.clock))
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    status: row.status,
    result: row.status !== 'completed' ? null : row.winnerId === null ? 'draw' : row.winnerId === id ? 'won' : 'lost',
    opponent: otherOf(row),
    stake: row.stake,
    steeze: row.steeze,
    opponentSteeze: row.opponentSteeze,
    points: row.points === null ? null : { own: row.points, opponent: row.opponentPoints ?? 0 },
    endsAt: row.endsAt.toISOString(),
  }))
}
