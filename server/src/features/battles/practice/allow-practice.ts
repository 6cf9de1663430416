import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import { insertPartner } from './practice-store.ts'

/** Lets others practise against a user's answers in battles of rounds that ended, from now on. */
export async function allowPractice(ctx: Context, userId: string): Promise<void> {
  await insertPartner(ctx.db, userId, await databaseTime(ctx.db, ctx.clock))
}
