import { LEAGUE_RULES } from '@aura/api/rules/leagues'

export interface Played {
  userId: string
  points: number
  reachedMs: number
  isOut: boolean
}

/** Closes a league literally by the rules, without code of the database's, whose result tests compare with it. */
export function closeByTheWords(level: number, all: readonly Played[]): Map<string, { place: number; moved: number }> {
  const left = all.filter(({ isOut }) => !isOut)
  const order: Played[] = []
  while (left.length > 0) {
    let best = 0
    for (let index = 1; index < left.length; index++) if (isAhead(left[index], left[best])) best = index
    order.push(...left.splice(best, 1))
  }
  let up = 0
  let down = 0
  // Five of thirty are one of six: each six people begun move one up, each full six move one down.
  for (let person = 1; person <= order.length; person++) {
    if (person % 6 === 1) up++
    if (person % 6 === 0) down++
  }
  if (order.length === 1 || level === LEAGUE_RULES.levels.length) up = 0
  if (level === 1) down = 0
  const places = order.map(({ userId }, index): [string, { place: number; moved: number }] => {
    const place = index + 1
    return [userId, { place, moved: place <= up ? 1 : order.length - place < down ? -1 : 0 }]
  })
  return new Map(places)
}

function isAhead(one: Played | undefined, other: Played | undefined): boolean {
  if (!one || !other) return false
  if (one.points !== other.points) return one.points > other.points
  if (one.reachedMs !== other.reachedMs) return one.reachedMs < other.reachedMs
  return one.userId < other.userId
}
