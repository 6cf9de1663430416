import type { RecapFigure } from '@aura/api/calls/recap'
import type { MomentKind } from '@aura/api/rules/recap'
import type { OwnWeek } from '#features/streak'
import type { Context } from '#platform/context'
import type { Queryable } from '#platform/db/db'

declare module '#platform/feature' {
  interface Feature {
    /** Its part of a user's week. */
    readonly recap?: RecapSource
  }
}

export interface RecapSource {
  /** Returns the figures of users with activity in their week. Called for hundreds of people at once. */
  readonly figures: (db: Queryable, weeks: readonly PersonWeek[]) => Promise<readonly PersonFigures[]>
  /** Returns what only the page shows: further figures, and candidates for the best moment. */
  readonly details: (ctx: Context, week: PersonWeek) => Promise<WeekDetails>
}

export type PersonWeek = { userId: string } & OwnWeek

export interface PersonFigures {
  userId: string
  figures: readonly RecapFigure[]
}

export interface WeekDetails {
  figures: readonly RecapFigure[]
  moments: readonly Moment[]
}

export interface Moment {
  kind: MomentKind
  /** Size for comparisons within the kind. */
  size: number
  at: Date
  path: string | null
  /** Another person named in it. */
  otherId: string | null
  /** Returns a text for everyone to read, on the page and in the picture. */
  say: (other: string) => { title: string; detail: string }
}
