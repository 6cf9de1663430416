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
  const { streams } = props.battle
  if (!streams) return null
  const areTwo = streams.challenger !== null && streams.opponent !== null
  return (
    <Suspense fallback={<div className={styles.streamsLoading} data-two={areTwo || undefined} />}>
      <StreamPanels {...props} />
    </Suspense>
  )
}
