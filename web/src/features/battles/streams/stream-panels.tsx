import { useEffect, useRef, useState } from 'react'
import type { User } from '#features/auth'
import { useWide } from '#lib/use-wide'
import { Segmented } from '#ui/forms/segmented'
import type { BattleDetail, Side } from '../shared/battle-view.ts'
import { StreamPanel } from './stream-panel.tsx'
import styles from './streams.module.css'

interface StreamPanelsProps {
  battle: BattleDetail
  sides: readonly [Side, Side]
  viewer: User | null
}

/** The streams of a battle side by side, on phones one at a time: by a swipe, or by the names above. */
export default function StreamPanels({ battle, sides, viewer }: StreamPanelsProps) {
  const { challenger, opponent } = battle.streams ?? {}
  const [a, b] = sides
  const shown = [
    { side: a, stream: challenger },
    { side: b, stream: opponent },
  ].flatMap(({ side, stream }) => (stream ? [{ side, stream }] : []))
  const track = useRef<HTMLDivElement>(null)
  const { current, show } = useCurrent(track, shown.length)
  const isWide = useWide()
  return (
    <div className={`page ${styles.streams}`}>
      {shown.length > 1 && !isWide && (
        <Segmented
          label="Which stream is on screen"
          items={shown.map(({ side }, at) => ({ value: String(at), name: side.name }))}
          value={String(current)}
          onChange={(at) => show(Number(at))}
        />
      )}
      <div ref={track} className={styles.track} data-alone={shown.length === 1 || undefined}>
        {shown.map(({ side, stream }, at) => (
          <StreamPanel
            key={`${side.person.id} ${stream.kind} ${stream.host} ${stream.id}`}
            battleId={battle.id}
            side={side}
            stream={stream}
            viewer={viewer === null ? 'visitor' : viewer.id === side.person.id ? 'owner' : 'member'}
            isShown={isWide || at === current}
          />
        ))}
      </div>
    </div>
  )
}

/** Follows which panel of a row that scrolls sideways is on screen, and brings one there. */
function useCurrent(track: { current: HTMLDivElement | null }, count: number) {
  const [current, setCurrent] = useState(0)
  useEffect(() => {
    const row = track.current
    if (!row || count < 2) return setCurrent(0)
    const seen = new IntersectionObserver(
      (entries) => {
        const entry = entries.find(({ isIntersecting }) => isIntersecting)
        const at = entry ? [...row.children].indexOf(entry.target) : -1
        if (at >= 0) setCurrent(at)
      },
      { root: row, threshold: 0.6 },
    )
    for (const panel of row.children) seen.observe(panel)
    return () => seen.disconnect()
  }, [track, count])
  const show = (at: number) => {
    setCurrent(at)
    const panel = track.current?.children[at]
    if (panel instanceof HTMLElement) track.current?.scrollTo({ left: panel.offsetLeft })
  }
  return { current, show }
}
