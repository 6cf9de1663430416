import { Suspense } from 'react'
import type { User } from '#features/auth'
import { lazyPart } from '#ui/layout/lazy-part'
import type { BattleDetail, Side } from '../shared/battle-view.ts'
import styles from '../showdown/showdown.module.css'

const StreamPanels = lazyPart(() => import('./stream-panels.tsx'), { name: 'Streams' })

interface StreamsProps {
  battle: BattleDetail
  sides: readonly [Side, Side]
  viewer: User | null
}

/** The streams of a battle. A battle without any loads no code for them. */
export function Streams(props: StreamsProps) {
  if (!props.battle.streams) return null
  return (
    <Suspense fallback={<div className={styles.streamsLoading} />}>
      <StreamPanels {...props} />
    </Suspense>
  )
}
