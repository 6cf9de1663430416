import type { Answer } from '@aura/api/calls'
import type { UseQueryOptions } from '@tanstack/react-query'
import type { ComponentType } from 'react'

type Profile = Answer<'GET /api/users/:id'>

export interface Board {
  readonly Board: ComponentType
  /** The board's first 100 people, and the user's own points, for "Your Position". */
  readonly ranking: UseQueryOptions<readonly { rank: number; person: { id: string } }[]>
  readonly ownPoints: (profile: Profile) => string
  /** The user's exact place, of boards that know it beyond the first 100. */
  readonly ownPlace?: (profile: Profile) => number | null
}

/** A board's button. The board itself loads when it is pressed. */
export interface BoardEntry {
  readonly value: string
  readonly name: string
  readonly load: () => Promise<{ default: Board }>
}

declare module '#lib/feature' {
  interface Feature {
    /** Other rankings of people that the leaderboard offers. */
    readonly boards?: readonly BoardEntry[]
  }
}
