import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import { reminderRefusal } from '../battle.rules.ts'
import { findBattles, lockBattle } from '../store.ts'
import { deleteReminder, hasReminder, insertReminder, type Reminder } from './reminder-store.ts'

/**
 * Requests a reminder. Idempotent. The battle is locked, so a concurrent start either uses the reminder or makes this
 * refuse it. Throws BATTLE_NOT_FOUND, BATTLE_NOT_UPCOMING, or BATTLE_REMINDER_OWN for participants, who are notified
 * anyway.
 */
export async function setReminder(ctx: Context, reminder: Reminder): Promise<void> {
  await ctx.db.tx(async (tx) => {
    const battle = await lockBattle(tx, reminder.battleId)
    if (!battle) throw new AppError('BATTLE_NOT_FOUND')
    const refusal = reminderRefusal(battle, reminder.userId)
    if (refusal) throw new AppError(refusal)
    await insertReminder(tx, { ...reminder, now: ctx.clock.sqlNow() })
  })
}

/** Removes a reminder. Throws BATTLE_NOT_FOUND. */
export async function unsetReminder({ db }: Context, reminder: Reminder): Promise<void> {
  await checkExists(db, reminder)
  await deleteReminder(db, reminder)
}

/** Returns whether the user has a reminder. Throws BATTLE_NOT_FOUND. */
export async function readReminder({ db }: Context, reminder: Reminder): Promise<boolean> {
  await checkExists(db, reminder)
  return hasReminder(db, reminder)
}

async function checkExists(db: Context['db'], { battleId }: Reminder): Promise<void> {
  if (!(await findBattles(db, [battleId]))[0]) throw new AppError('BATTLE_NOT_FOUND')
}
