import type { RoundResult } from '@aura/api/calls/battles/rounds'
import type { BestOf } from '@aura/api/rules/rounds'
import { standingOf } from '../../server/src/features/battles/rounds/rounds.rules.ts'
import { afterBattle, lowerEnd, SCORES, START, type Standing } from '../../server/src/features/rating/index.ts'
import { median } from '../support/figures.ts'

type Random = () => number
type Score = (typeof SCORES)[keyof typeof SCORES]

/**
 * Returns the chance that a bot wins a battle of rounds against a person. Both are right with these chances, and the bot
 * answers at once, so of two right answers its own is the faster.
 */
export function roundsWinChance(bestOf: BestOf, { bot, person }: { bot: number; person: number }): number {
  const chances: readonly (readonly [RoundResult, number])[] = [
    ['challenger', bot],
    ['opponent', (1 - bot) * person],
    ['nobody', (1 - bot) * (1 - person)],
  ]
  const after = (results: readonly RoundResult[]): number => {
    const { points, next } = standingOf(bestOf, results)
    if (next === 'over') return Number(points.challenger > points.opponent)
    return chances.reduce((sum, [result, chance]) => sum + chance * after([...results, result]), 0)
  }
  return after([])
}

/** Two people whose battle of rounds is rated once a year, as the product rates it. */
function battle(people: Standing[], [one, other]: readonly [number, number], score: Score): void {
  const [a, b] = [people[one] ?? START, people[other] ?? START]
  people[one] = afterBattle(a, b, score)
  people[other] = afterBattle(b, a, (SCORES.won - score) as Score)
}

/** Returns how a best of five ends between people who are right with these chances; of two right ones either is faster. */
function outcome([a, b]: readonly [number, number], random: Random): Score {
  const results: RoundResult[] = []
  for (;;) {
    const { points, next } = standingOf(5, results)
    if (next === 'over') {
      if (points.challenger === points.opponent) return SCORES.draw
      return points.challenger > points.opponent ? SCORES.won : SCORES.lost
    }
    const [isFirst, isSecond] = [random() < a, random() < b]
    if (isFirst && isSecond) results.push(random() < 0.5 ? 'challenger' : 'opponent')
    else results.push(isFirst ? 'challenger' : isSecond ? 'opponent' : 'nobody')
  }
}

function shuffled<T>(values: readonly T[], random: Random): T[] {
  const rest = [...values]
  for (let at = rest.length - 1; at > 0; at--) {
    const from = Math.floor(random() * (at + 1))
    ;[rest[at], rest[from]] = [rest[from] as T, rest[at] as T]
  }
  return rest
}

/** Points of caution above a newcomer's, which is what a place on the board follows from. */
const proven = (standing: Standing): number => (lowerEnd(standing) - lowerEnd(START)) / 100

/** Returns what somebody proves who is right so often, by battles against as many different people as good as most. */
export function honestlyProven(
  { right, battles, worlds }: { right: number; battles: number; worlds: number },
  random: Random,
): number {
  const world = () => {
    const skills = Array.from({ length: 2 * battles + 1 }, (_, nr) => (nr === 0 ? right : 0.35 + 0.5 * random()))
    const people = skills.map(() => START)
    const met = new Set<number>()
    while (met.size < battles) {
      const order = shuffled([...skills.keys()], random)
      for (let at = 0; at + 1 < order.length; at += 2) {
        const [one = 0, other = 0] = [order[at], order[at + 1]]
        const opponent = one === 0 ? other : other === 0 ? one : null
        // Only new opponents count.
        if (opponent !== null && met.has(opponent)) continue
        if (opponent !== null) met.add(opponent)
        battle(people, [one, other], outcome([skills[one] ?? 0, skills[other] ?? 0], random))
      }
    }
    return proven(people[0] ?? START)
  }
  return median(Array.from({ length: worlds }, world))
}

/** Returns what one account proves in a year by bots of its owner, for each way of arranging their battles. */
export function provenByBots(bots: number, random: Random): Record<'lost' | 'traded' | 'ladder' | 'searched', number> {
  const all = Array.from({ length: bots + 1 }, (_, nr) => nr)
  const pairs = all.flatMap((one) => all.slice(one + 1).map((other) => [one, other] as const))
  const played = (battles: readonly (readonly [readonly [number, number], Score])[]) => {
    const people = all.map(() => START)
    for (const [pair, score] of battles) battle(people, pair, score)
    return proven(people[0] ?? START)
  }
  const lost = pairs.filter(([one]) => one === 0).map((pair) => [pair, SCORES.won] as const)
  const among = pairs.filter(([one]) => one > 0)
  const traded = among.map((pair) => [pair, (pair[0] + pair[1]) % 2 ? SCORES.won : SCORES.lost] as const)
  const ladder = among.toReversed().map((pair) => [pair, SCORES.won] as const)
  let searched = 0
  for (let nr = 0; nr < 2_000; nr++) {
    const share = random()
    const prepared = shuffled(among, random).map((pair) => [pair, random() < share ? SCORES.won : SCORES.lost] as const)
    searched = Math.max(searched, played([...prepared, ...shuffled(lost, random)]))
  }
  return {
    lost: played(lost),
    traded: played([...traded, ...lost]),
    ladder: played([...ladder, ...lost.toReversed()]),
    searched,
  }
}
