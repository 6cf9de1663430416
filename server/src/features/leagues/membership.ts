import { lockLearner } from '#features/streak'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import { weekOf } from './league.rules.ts'
import { deleteMember, insertMember } from './store.ts'

/** Joins a user. Idempotent. Their learning in this week counts; a user who left this week gets their seat back. */
export async function joinLeagues(ctx: Context, userId: string): Promise<void> {
  await ctx.db.tx(async (tx) => {
    await lockLearner(tx, userId)
    await insertMember(tx, userId, weekOf(await databaseTime(tx, ctx.clock)), ctx.clock.sqlNow())
  })
}

/** Leaves the leagues. Idempotent. Others don't see the user in their league from then on. */
export async function leaveLeagues(ctx: Context, userId: string): Promise<void> {
  await ctx.db.tx(async (tx) => {
    await lockLearner(tx, userId)
    await deleteMember(tx, userId, weekOf(await databaseTime(tx, ctx.clock)))
  })
}
