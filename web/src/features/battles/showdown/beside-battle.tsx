import { type ComponentType, Suspense } from 'react'
import type { User } from '#features/auth'
import type { Feature } from '#lib/feature'
import { useLoaded } from '#lib/use-parts'
import type { BattleDetail, Side } from '../shared/battle-view.ts'
import styles from './showdown.module.css'

declare module '#lib/feature' {
  interface Feature {
    readonly besideBattle?: () => Promise<{ default: ComponentType<BesideBattleProps> }>
  }
}

export interface BesideBattleProps {
  battle: BattleDetail
  sides: readonly [Side, Side]
  viewer: User | null
}

const besideBattleOf = ({ besideBattle }: Feature) => besideBattle

export const BesideBattle = (props: BesideBattleProps) => (
  <Suspense fallback={props.battle.status === 'active' && <div className={styles.besideLoading} />}>
    <Parts {...props} />
  </Suspense>
)

const Parts = (props: BesideBattleProps) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: the features never change
  useLoaded(besideBattleOf).map((Part, at) => <Part key={at} {...props} />)
