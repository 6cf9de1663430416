import type { Day } from '@aura/api/day'
import type { NewNotification } from '#features/notifications'
import type { Tx } from '#platform/db/db'
import type { Feature } from '#platform/feature'

export interface HourlyNews {
  /** Asked first, with the zone's day: a million people are gone through only when there may be news. */
  readonly isOn: (day: Day) => boolean
  /** For people without an hour. */
  readonly hourOfOthers: number
  /** Returns what to tell these people; who is suspended or deleted meanwhile gets nothing. Keys must name the occasion. */
  readonly news: (
    tx: Tx,
    asked: { features: readonly Feature[]; userIds: readonly string[]; at: Date },
  ) => Promise<readonly NewNotification[]>
}
