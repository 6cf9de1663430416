import { findRelated } from '#features/related-accounts'
import type { Tx } from '#platform/db/db'
import { RELATED_REASON } from '../battle.rules.ts'
import type { Transition } from './apply-transitions.ts'

/**
 * Returns transitions, of which those that would start or settle a battle of accounts found to be related call it off:
 * one person can't win from themselves, and who gifted such a battle gets it back.
 */
export async function unlessRelated(tx: Tx, transitions: readonly Transition[]): Promise<Transition[]> {
  const checked = transitions.filter(({ transition }) => transition === 'start' || transition === 'settle')
  if (checked.length === 0) return [...transitions]
  const related = await findRelated(
    tx,
    checked.map(({ battle }) => ({ people: [battle.challengerId], accounts: [battle.opponentId] })),
  )
  const off = new Set(checked.filter((_, nr) => related[nr]?.size))
  return transitions.map((each) =>
    off.has(each)
      ? { transition: 'void', battle: { ...each.battle, absent: null }, actorId: null, reason: RELATED_REASON }
      : each,
  )
}
