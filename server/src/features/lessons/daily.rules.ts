import type { Difficulty } from '@aura/api/calls/lessons/lesson'

const LEVELS = ['beginner', 'intermediate', 'advanced'] as const satisfies readonly Difficulty[]

/**
 * Returns, for each level in turn, the next lesson on the user's path, which starts at the first lesson. A level with
 * none left is filled by the next lesson of any level. `catalogue` is in the order of the path.
 */
export function dailyLessonIds(
  catalogue: readonly { id: string; difficulty: Difficulty }[],
  { completedBefore, perDay }: { completedBefore: ReadonlySet<string>; perDay: number },
): string[] {
  const open = catalogue.filter(({ id }) => !completedBefore.has(id))
  const chosen = new Set<string>()
  const ofLevels = Array.from({ length: perDay }, (_, slot) => {
    const level = LEVELS[slot % LEVELS.length]
    const next = open.find(({ id, difficulty }) => difficulty === level && !chosen.has(id))
    if (next) chosen.add(next.id)
    return next?.id
  })
  const rest = open.flatMap(({ id }) => (chosen.has(id) ? [] : [id])).values()
  return ofLevels.flatMap((id) => id ?? rest.next().value ?? [])
}

/** Returns the minutes at 220 words a minute, at least 1. */
export function readMinutes(content: string): number {
  const words = content.split(/\s+/).filter((word) => word !== '').length
  return Math.max(1, Math.ceil(words / 220))
}
