import { findRelated } from '#features/related-accounts'
import type { Tx } from '#platform/db/db'
import type { BattleRow } from '../store.ts'
import type { Transition } from './apply-transitions.ts'

/** Anyone can read it, and only the two know that they are related. */
const RELATED_REASON = 'This battle didn’t pass the checks before its start.'

/** Returns the start of each battle; one of accounts found to be related is called off instead. */
export async function startsOf(tx: Tx, battles: readonly BattleRow[]): Promise<Transition[]> {
  if (battles.length === 0) return []
  const related = await findRelated(
    tx,
    battles.map(({ challengerId, opponentId }) => ({ people: [challengerId], accounts: [opponentId] })),
  )
  return battles.map((battle, nr) =>
    related[nr]?.size
      ? { transition: 'void', battle, actorId: null, reason: RELATED_REASON }
      : { transition: 'start', battle, actorId: null },
  )
}
