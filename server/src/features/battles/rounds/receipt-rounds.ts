import type { BattleReceipt } from '@aura/api/calls/battles/receipt'
import { type BestOf, ROUND_RULES } from '@aura/api/rules/rounds'
import type { Queryable } from '#platform/db/db'
import type { BattleRow } from '../store.ts'
import type { GivenAnswer } from './rounds.rules.ts'
import { findRounds } from './rounds-store.ts'

/** Returns what decided a battle of rounds that is over. A round that didn't close stays sealed. */
export async function receiptRounds(
  db: Queryable,
  { id, challengerPoints, opponentPoints, absent }: BattleRow,
  bestOf: BestOf,
): Promise<NonNullable<BattleReceipt['rounds']>> {
  const rounds = await findRounds(db, id)
  return {
    bestOf,
    suddenDeath: ROUND_RULES.suddenDeath,
    shareMs: ROUND_RULES.shareMs,
    points: { challenger: challengerPoints, opponent: opponentPoints },
    absent,
    rounds: rounds.flatMap(({ number, commitment, salt, sealed, openedAt, closesAt, closedAt, answers, result }) =>
      closedAt && openedAt && closesAt && result
        ? {
            number,
            commitment,
            salt,
            sealed,
            openedAt: openedAt.toISOString(),
            closesAt: closesAt.toISOString(),
            answers: { challenger: presentAnswer(answers.challenger), opponent: presentAnswer(answers.opponent) },
            result,
          }
        : [],
    ),
  }
}

const presentAnswer = (answer: GivenAnswer | null) =>
  answer && { choice: answer.choice, at: answer.at.toISOString(), roundTripMs: answer.roundTripMs }
