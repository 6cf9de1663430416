import type { Day } from '@aura/api/day'
import { RECAP_RULES } from '@aura/api/rules/recap'
import type { NewNotification } from '#features/notifications'
import type { HourlyNews } from '#features/reminders'
import { daysAfter, findDayHistories, mondayOf, ownDayAt, ownWeek, weekdayOf } from '#features/streak'
import type { Tx } from '#platform/db/db'
import type { Feature } from '#platform/feature'
import { firstWeek } from './read-recap.ts'
import type { PersonWeek } from './source.ts'
import { findJoinedAt, findTold } from './store.ts'

const isTold = (day: Day): boolean => weekdayOf(day) < RECAP_RULES.days

/** Returns the key of a week's notification, which exists once. */
const keyOf = (monday: Day): string => `recap/${monday}`

async function news(
  tx: Tx,
  { features, userIds, at }: { features: readonly Feature[]; userIds: readonly string[]; at: Date },
): Promise<NewNotification[]> {
  const histories = await findDayHistories(tx, userIds)
  const joined = await findJoinedAt(tx, userIds)
  const over = [...histories].flatMap(([userId, history]): PersonWeek[] => {
    // After a change of zone their own day may differ from the zone's.
    const today = ownDayAt(history, at)
    const monday = daysAfter(mondayOf(today), -7)
    const joinedAt = joined.get(userId)
    // A restored account has days from before it joined, whose weeks have no recap.
    const isTheirs = joinedAt !== undefined && monday >= firstWeek(history, joinedAt)
    return isTold(today) && isTheirs ? [{ userId, ...ownWeek(history, monday) }] : []
  })
  const told = await findTold(
    tx,
    over.map(({ userId, monday }) => ({ userId, key: keyOf(monday) })),
  )
  const weeks = over.filter(({ userId }) => !told.has(userId))
  if (weeks.length === 0) return []
  const words = new Map<string, string[]>()
  for (const { recap } of features)
    for (const { userId, figures } of (await recap?.figures(tx, weeks)) ?? [])
      words.set(userId, [...(words.get(userId) ?? []), ...figures.map((figure) => `${figure.number} ${figure.words}`)])
  return weeks.flatMap(({ userId, monday }) => {
    const its = words.get(userId)
    return its ? [{ userId, ...textOf(its), type: 'recap', relatedId: monday, key: keyOf(monday) }] : []
  })
}

const textOf = (words: readonly string[]) => ({ title: 'Your week on Aura', message: `${words.join(', ')}.` })

/** Sends a notification for each week with any activity, from Monday on. */
export const recapNews: HourlyNews = { isOn: isTold, hourOfOthers: RECAP_RULES.hour, news }
