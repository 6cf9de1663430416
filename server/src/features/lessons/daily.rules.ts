import type { Difficulty } from '@aura/api/calls/lessons/lesson'

/** A day has one stretch at most: of lessons at this level, no second is offered. */
const STRETCH: Difficulty = 'advanced'

/**
 * Returns the next lessons that are not completed, none before those it needs and at most one of them advanced.
 * `catalogue` is in the order of the path. A need that the catalogue has no more counts as met.
 */
export function dailyLessonIds(
  catalogue: readonly { id: string; difficulty: Difficulty; needs: readonly string[] }[],
  { completedBefore, perDay }: { completedBefore: ReadonlySet<string>; perDay: number },
): string[] {
  const open = catalogue.filter(({ id }) => !completedBefore.has(id))
  const missing = new Set(open.map(({ id }) => id))
  const chosen: string[] = []
  let hasStretch = false
  for (const { id, difficulty, needs } of open) {
    if (chosen.length === perDay) break
    if (needs.some((need) => missing.has(need)) || (hasStretch && difficulty === STRETCH)) continue
    hasStretch ||= difficulty === STRETCH
    missing.delete(id)
    chosen.push(id)
  }
  return chosen
}

/** Returns the minutes at 220 words a minute, at least 1. */
export function readMinutes(content: string): number {
  const words = content.split(/\s+/).filter((word) => word !== '').length
  return Math.max(1, Math.ceil(words / 220))
}
