import type { Day } from '@aura/api/day'

export interface Unit {
  id: string
  title: string
  /** Description of the unit in one sentence. */
  line: string
  /** Position on the path, from 0. */
  position: number
}

/** Returns units in the order of the path, without those that have no lessons. */
export function unitsOf<L extends { unit: Unit }>(lessons: Iterable<L>): { unit: Unit; lessons: L[] }[] {
  const byId = Map.groupBy(lessons, ({ unit }) => unit.id)
  return [...byId.values()]
    .map((its) => ({ unit: (its[0] as L).unit, lessons: its }))
    .sort((a, b) => a.unit.position - b.unit.position)
}

/** Returns the first day on which all that the unit had by then was claimed, or null. Badges stay. */
export function finishedOn(
  lessons: readonly { id: string; added: Day | null }[],
  claims: readonly { lessonId: string; day: Day }[],
): Day | null {
  const claimed = new Map<string, Day>()
  for (const { lessonId, day } of claims) {
    const known = claimed.get(lessonId)
    if (known === undefined || day < known) claimed.set(lessonId, day)
  }
  const days = lessons.flatMap(({ id }) => claimed.get(id) ?? []).sort()
  const isFinishedOn = (day: Day) =>
    lessons.every(({ id, added }) => (added !== null && added > day) || (claimed.get(id) ?? '9999') <= day)
  return days.find(isFinishedOn) ?? null
}
