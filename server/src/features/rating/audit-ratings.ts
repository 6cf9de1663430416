import { type DecidedRounds, findDecidedRounds } from '#features/battles'
import { type AuditOptions, auditRun } from '#platform/audit/audit-run'
import type { Audit } from '#platform/audit/feature-audit'
import { Findings } from '#platform/audit/findings'
import type { Db } from '#platform/db/db'
import {
  type AuditedChange,
  type AuditedRating,
  findChangesAfter,
  findRatingsAfter,
  findUnrated,
} from './audit-store.ts'
import { afterBattle, START, type Standing, scoreOf } from './rating.rules.ts'

const PROMISES = ['each change of a rating follows from its battle', 'ratings follow from their changes'] as const

const FIRST = '00000000-0000-0000-0000-000000000000'

/** Plays every rated battle again from the first on, and compares each change and each rating. Read-only. */
export async function auditRatings(db: Db, options?: AuditOptions): Promise<Audit> {
  const run = auditRun(db, options)
  const findings = new Findings(PROMISES)
  for (let after = 0; ; ) {
    const from = after
    const { page, battles } = await run.read(async (snapshot) => {
      const page = await findChangesAfter(snapshot, from, run.rows)
      const ids = new Set(page.map(({ battleId }) => battleId))
      return { page, battles: await findDecidedRounds(snapshot, [...ids]) }
    })
    for (const change of page) {
      const detail = faultOfChange(change, battles.get(change.battleId))
      if (detail) findings.add(PROMISES[0], `${change.battleId}/${change.userId}`, detail)
    }
    const last = page.at(-1)
    if (!last) break
    after = last.id
    run.progress('changes of ratings')
  }
  for (let after = FIRST; ; ) {
    const from = after
    const page = await run.read((snapshot) => findRatingsAfter(snapshot, from, run.rows))
    for (const rating of page) {
      const detail = faultOfRating(rating)
      if (detail) findings.add(PROMISES[1], rating.userId, detail)
    }
    const last = page.at(-1)
    if (!last) break
    after = last.userId
    run.progress('ratings', Number.parseInt(after.slice(0, 8), 16) / 2 ** 32)
  }
  findings.addAll(PROMISES[1], await run.read(findUnrated))
  return { promises: PROMISES, broken: findings.all() }
}

const textOf = ({ rating, deviation, volatility }: Standing) => `${rating} ± ${deviation} (${volatility})`

const isSame = (one: Standing, other: Standing) => textOf(one) === textOf(other)

/** Returns a standing, or null if its row is missing. */
const standing = (rating: number | null, deviation: number | null, volatility: number | null): Standing | null =>
  rating === null || deviation === null || volatility === null ? null : { rating, deviation, volatility }

function faultOfChange(change: AuditedChange, battle: DecidedRounds | undefined): string | undefined {
  const { userId, number, score } = change
  if (!battle) return 'its battle was not decided by rounds'
  if (userId !== battle.challengerId && userId !== battle.opponentId) return 'was not in this battle'
  if (score !== scoreOf(userId, battle.winnerId)) return `counted as ${score} halves`
  const before = {
    rating: change.ratingBefore,
    deviation: change.deviationBefore,
    volatility: change.volatilityBefore,
  }
  const last = number === 1 ? START : standing(change.lastRating, change.lastDeviation, change.lastVolatility)
  if (!last) return `has no change ${number - 1}`
  if (!isSame(before, last)) return `began with ${textOf(before)}, but the last one led to ${textOf(last)}`
  const other = standing(change.otherRating, change.otherDeviation, change.otherVolatility)
  if (!other) return 'the opponent has none'
  const expected = afterBattle(before, other, score)
  return isSame(change, expected) ? undefined : `led to ${textOf(change)}, not to ${textOf(expected)}`
}

function faultOfRating(rating: AuditedRating): string | undefined {
  const { rated, changes } = rating
  if (rated !== changes) return `counts ${rated} battles, of ${changes} rated`
  const last = rated === 0 ? START : standing(rating.lastRating, rating.lastDeviation, rating.lastVolatility)
  if (!last) return `has no change ${rated}`
  return isSame(rating, last) ? undefined : `stored ${textOf(rating)}, but its battles lead to ${textOf(last)}`
}
