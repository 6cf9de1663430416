import type { Answer } from '@aura/api/calls'
import type { UseQueryOptions } from '@tanstack/react-query'
import type { ComponentType } from 'react'

export interface Board {
  readonly value: string
  readonly name: string
  readonly Board: ComponentType
  /** The board's first 100 people, and the user's own points, for "Your Position". */
  readonly ranking: UseQueryOptions<readonly { rank: number; person: { id: string } }[]>
  readonly ownPoints: (profile: Answer<'GET /api/users/:id'>) => string
}

declare module '#lib/feature' {
  interface Feature {
    /** Other rankings of people that the leaderboard offers. Loaded with `lazy`. */
    readonly board?: Board | readonly Board[]
  }
}
