import { formatWhole } from '@aura/api/money'
import type { Moment, PersonFigures, PersonWeek, RecapSource } from '#features/recap'
import { daysAfter, findClaims, findCompletions } from '#features/streak'
import type { Context } from '#platform/context'
import type { Queryable } from '#platform/db/db'
import { catalogueOf } from './content-once.ts'
import { finishedOn, unitsOf } from './path/unit.rules.ts'
import { findBestStreaks, findLearned } from './recap-store.ts'

/** A shorter record isn't shown. */
const RECORD_DAYS = 3

const counted = (count: number, one: string, many: string) => ({
  number: formatWhole(count),
  words: count === 1 ? one : many,
})

async function figures(db: Queryable, weeks: readonly PersonWeek[]): Promise<PersonFigures[]> {
  const learned = await findLearned(db, weeks)
  return learned.map(({ userId, days, lessons, reviews }) => ({
    userId,
    figures: [
      { ...counted(days, 'day lit', 'days lit'), note: null, path: '/streak' },
      ...(lessons > 0 ? [{ ...counted(lessons, 'lesson', 'lessons'), note: null, path: '/learn' }] : []),
      ...(reviews > 0 ? [{ ...counted(reviews, 'review', 'reviews'), note: null, path: null }] : []),
    ],
  }))
}

async function details(ctx: Context, { userId, ...week }: PersonWeek) {
  const [from, to] = [week.monday, daysAfter(week.monday, 6)]
  const catalogue = await catalogueOf(ctx.settings.lessonsDir)
  const completions = await findCompletions(ctx.db, userId)
  const inWeek = await findClaims(ctx.db, userId, { from, to })
  const units = unitsOf(catalogue.values()).flatMap(({ unit, lessons }) => {
    const day = finishedOn(lessons, completions)
    const isOwn = inWeek.some((claim) => claim.day === day && lessons.some(({ id }) => id === claim.lessonId))
    return day !== null && isOwn ? [{ unit, day }] : []
  })
  const moments: Moment[] = units.map(({ unit, day }) => ({
    kind: 'finished',
    size: unit.position,
    at: new Date(`${day}T12:00:00Z`),
    path: '/learn',
    otherId: null,
    say: () => ({ title: `Finished ${unit.title}`, detail: unit.line }),
  }))
  if (inWeek.length > 0) {
    const { before, within, at } = await findBestStreaks(ctx.db, userId, { from, to })
    const days = new Set(inWeek.map(({ day }) => day)).size
    const base = { at: at ?? week.startsAt, path: '/streak', otherId: null }
    moments.push({
      ...base,
      kind: 'days',
      size: days,
      say: () => ({
        title: `${days} ${days === 1 ? 'day' : 'days'} lit`,
        detail: `A streak of ${within} ${within === 1 ? 'day' : 'days'}.`,
      }),
    })
    if (within > before && within >= RECORD_DAYS)
      moments.push({
        ...base,
        kind: 'record',
        size: within,
        say: () => ({ title: `${within}-day streak`, detail: 'The longest so far.' }),
      })
    if (before === 0)
      moments.push({
        ...base,
        kind: 'first',
        size: 0,
        say: () => ({ title: 'First line lit', detail: 'A ring begins with one lesson.' }),
      })
  }
  const [last] = units.toSorted((a, b) => (a.day < b.day ? 1 : -1))
  const note = last ? (units.length === 1 ? last.unit.title : `The last: ${last.unit.title}`) : null
  return {
    figures:
      units.length === 0 ? [] : [{ ...counted(units.length, 'unit finished', 'units finished'), note, path: '/learn' }],
    moments,
  }
}

/** A user's learning in their week. */
export const lessonsRecap: RecapSource = { figures, details }
