import { insertNotifications } from '#features/notifications'
import type { Clock } from '#platform/clock'
import type { Tx } from '#platform/db/db'
import { type BattleTransition, isUpcoming } from './battle.rules.ts'
import { type Names, waitingNotice } from './notices.rules.ts'
import { takeReminders } from './reminder-store.ts'
import type { BattleRow } from './store.ts'

interface Turn {
  step: BattleTransition
  after: BattleRow
  names: Names
}

/**
 * Tells those who wanted to know when these battles start, in the transaction in which they do, or in which it is
 * decided that they won't. Answers whom, by battle: after the commit their pages are to hear of it.
 */
export async function notifyReminders(tx: Tx, clock: Clock, turns: readonly Turn[]): Promise<Map<string, string[]>> {
  const over = turns.filter(({ step, after }) => step !== 'settle' && !isUpcoming(after.status))
  if (over.length === 0) return new Map()
  const waiting = Map.groupBy(
    await takeReminders(
      tx,
      over.map(({ after }) => after.id),
    ),
    ({ battleId }) => battleId,
  )
  await insertNotifications(
    tx,
    clock,
    over.flatMap(({ step, after, names }) =>
      (waiting.get(after.id) ?? []).map(({ userId }) => waitingNotice(step, after, { names, userId })),
    ),
  )
  return new Map([...waiting].map(([id, reminders]) => [id, reminders.map(({ userId }) => userId)]))
}
