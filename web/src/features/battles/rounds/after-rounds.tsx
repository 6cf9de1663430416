import { type ComponentType, Suspense } from 'react'
import type { Feature } from '#lib/feature'
import { useLoaded } from '#lib/use-parts'
import type { BattleDetail, Side } from '../shared/battle-view.ts'
import styles from './rounds.module.css'

declare module '#lib/feature' {
  interface Feature {
    /** Stands below the result of a battle of rounds. */
    readonly afterRounds?: () => Promise<{ default: ComponentType<AfterRoundsProps> }>
  }
}

export interface AfterRoundsProps {
  battle: BattleDetail
  sides: readonly [Side, Side]
  viewerId: string | undefined
}

const afterRoundsOf = ({ afterRounds }: Feature) => afterRounds

export const AfterRounds = (props: AfterRoundsProps) => (
  <div className={styles.after}>
    <Suspense fallback={null}>
      <Parts {...props} />
    </Suspense>
  </div>
)

const Parts = (props: AfterRoundsProps) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: the features never change
  useLoaded(afterRoundsOf).map((Part, at) => <Part key={at} {...props} />)
