import type { Day } from '@aura/api/day'

/** A month such as "2026-11". */
export type Month = string

export const monthOf = (day: Day): Month => day.slice(0, 7)

interface Noted {
  id: string
  changed: readonly { on: Day }[]
}

interface ChangedLesson<Lesson extends Noted> {
  lesson: Lesson
  change: Lesson['changed'][number]
}

/** Days from the first claim until the month's changes are offered, whichever lessons were claimed. */
const OFFERED_AFTER_DAYS = 30
const DAY_MS = 86_400_000

/** Returns what changed by month, the latest month first, of the months that are over on `today`. Empty months are missing. */
export function changesByMonth<Lesson extends Noted>(
  lessons: Iterable<Lesson>,
  today: Day,
): Map<Month, ChangedLesson<Lesson>[]> {
  const all = [...lessons].flatMap((lesson) =>
    lesson.changed.map((change: Lesson['changed'][number]) => ({ lesson, change })),
  )
  const over = all.filter(({ change }) => monthOf(change.on) < monthOf(today))
  return Map.groupBy(
    over.toSorted((a, b) => (a.change.on < b.change.on ? 1 : a.change.on > b.change.on ? -1 : 0)),
    ({ change }) => monthOf(change.on),
  )
}

/** Returns a month's changes, those of claimed lessons first and otherwise in the given order. */
export const claimedFirst = <Lesson extends Noted>(
  changes: readonly ChangedLesson<Lesson>[],
  claimed: ReadonlySet<string>,
): ChangedLesson<Lesson>[] =>
  changes.toSorted((a, b) => Number(claimed.has(b.lesson.id)) - Number(claimed.has(a.lesson.id)))

interface Reader {
  claimed: ReadonlySet<string>
  /** Day of the first claim. */
  firstDay: Day | undefined
  today: Day
}

/** Returns whether the changes concern a reader: one of their lessons changed, or they have learned for 30 days. */
export function concerns(changes: readonly ChangedLesson<Noted>[], { claimed, firstDay, today }: Reader): boolean {
  if (changes.some(({ lesson }) => claimed.has(lesson.id))) return true
  return firstDay !== undefined && Date.parse(today) - Date.parse(firstDay) >= OFFERED_AFTER_DAYS * DAY_MS
}

/** Returns the ids of the month's changed lessons; empty for a month without changes or that isn't over. */
export const changedIn = (lessons: Iterable<Noted>, month: Month, today: Day): ReadonlySet<string> =>
  new Set(
    changesByMonth(lessons, today)
      .get(month)
      ?.map(({ lesson }) => lesson.id),
  )
