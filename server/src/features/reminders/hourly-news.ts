import type { Day } from '@aura/api/day'
import type { NewNotification } from '#features/notifications'
import type { Tx } from '#platform/db/db'
import type { Feature } from '#platform/feature'

export interface HourlyNews {
  /** Called first with the zone's day, so that a million people are only walked through if there may be news. */
  readonly isOn: (day: Day) => boolean
  /** Hour for people without a reminder hour. */
  readonly hourOfOthers: number
  /** Returns the news for these people; users suspended or deleted meanwhile get none. Keys must name the occasion. */
  readonly news: (
    tx: Tx,
    asked: { features: readonly Feature[]; userIds: readonly string[]; at: Date },
  ) => Promise<readonly NewNotification[]>
}
