import type { DecidedRounds } from '#features/battles'
import type { Tx } from '#platform/db/db'
import { afterBattle, START, scoreOf } from './rating.rules.ts'
import { type Change, findAgain, insertChanges, lockStandings } from './store.ts'

/**
 * Rates battles in order, once each, in the transaction that settles them. Of two people only their first battle in
 * `againDays` is rated, also if one deleted their account and came back. Battles of related accounts don't come here:
 * they are called off.
 */
export async function rateRounds(tx: Tx, decided: readonly DecidedRounds[], at: Date): Promise<void> {
  const people = [...new Set(decided.flatMap(({ challengerId, opponentId }) => [challengerId, opponentId]))].sort()
  const standings = await lockStandings(tx, people, { start: START, at })
  const pairs = decided.map(({ challengerId, opponentId }) => [challengerId, opponentId] as const)
  // Read under the locks, so that of two battles settled at once the second sees the first.
  const again = await findAgain(tx, pairs, { at })
  const seen = new Set<string>()
  const changes: Change[] = []
  for (const [nr, { id, challengerId, opponentId, winnerId }] of decided.entries()) {
    const pair = [challengerId, opponentId].sort().join('/')
    if (again.has(nr) || seen.has(pair)) continue
    seen.add(pair)
    const [challenger, opponent] = [standings.get(challengerId), standings.get(opponentId)]
    if (!challenger || !opponent) throw new Error(`a participant of battle ${id} has no standing`)
    for (const [userId, own, other] of [
      [challengerId, challenger, opponent],
      [opponentId, opponent, challenger],
    ] as const) {
      const score = scoreOf(userId, winnerId)
      const { rated, ...before } = own
      const after = afterBattle(before, other, score)
      changes.push({ battleId: id, userId, number: rated + 1, score, before, after })
      standings.set(userId, { ...after, rated: rated + 1 })
    }
  }
  if (changes.length > 0) await insertChanges(tx, changes, at)
}
