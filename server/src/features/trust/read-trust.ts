import type { Answer } from '@aura/api/calls'
import { TRUST_RULES } from '@aura/api/rules/trust'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import type { Queryable } from '#platform/db/db'
import { seedsOf } from './calculate-trust.ts'
import { findCalculation, findPeople, findRanking, findTop, findValue } from './store.ts'

export async function readCalculation(ctx: Context): Promise<Answer<'GET /api/trust'>> {
  const found = await findCalculation(ctx.db)
  return {
    version: TRUST_RULES.version,
    calculatedAt: found?.calculatedAt?.toISOString() ?? null,
    places: found?.places ?? 0,
    people: found?.people ?? 0,
    seeds: found ? await findPeople(ctx.db, seedsOf(found), await databaseTime(ctx.db, ctx.clock)) : [],
  }
}

export async function readRanking(ctx: Context): Promise<Answer<'GET /api/trust/ranking'>> {
  const rows = await findRanking(ctx.db, TRUST_RULES.ranked, await databaseTime(ctx.db, ctx.clock))
  return rows.map((row, index) => ({ rank: index + 1, ...row }))
}

export const trustOf = async (db: Queryable, userId: string, at: Date) => ({
  ...(await findValue(db, userId)),
  top: await findTop(db, userId, at),
})
