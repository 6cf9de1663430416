import { auraShape } from '@aura/drawing/aura-shape'
import { STILL_AT } from '@aura/drawing/filaments'
import { type CSSProperties, useMemo, useState } from 'react'
import { LiveAura } from '#aura/canvas/live-aura.tsx'
import { useRenderingPath } from '#aura/canvas/rendering-path.ts'
import type { RingLayout, RingMoment, RingPicture } from '#aura/canvas/ring-picture.ts'
import { StillRing } from '#aura/canvas/still-ring.tsx'
import { colorOfDays } from '#aura/level-colors.ts'
import styles from './celebration.module.css'
import type { Celebrating } from './celebration.ts'
import { grownAfter, rimAfter } from './growth.rules.ts'

const WIDE = 896

const layout: RingLayout = (width, height) =>
  width < WIDE ? { cx: width / 2, cy: height * 0.35, r: 104 } : { cx: width / 2, cy: height * 0.37, r: 138 }

export function GrowingAura({ celebrating, passedMs }: { celebrating: Celebrating; passedMs: number }) {
  const { userId, of, before, after } = celebrating
  const auraId = of?.id ?? userId
  const path = useRenderingPath()
  // The reach also grows with the points, but not visibly.
  const picture = useMemo<RingPicture>(
    () => ({ shape: auraShape(auraId, after.days, after.auraPoints), layout, glowEnd: undefined }),
    [auraId, after.days, after.auraPoints],
  )
  const day = before.days + (after.days - before.days) * grownAfter(passedMs)
  const [startedAtMs] = useState(() => performance.now() - passedMs)
  const blend = { from: colorOfDays(before.days), to: colorOfDays(after.days) }
  const momentAt = (): RingMoment => {
    const k = grownAfter(performance.now() - startedAtMs)
    return { day: before.days + (after.days - before.days) * k, released: 0, blend: { ...blend, k } }
  }
  return (
    <div className={styles.picture} aria-hidden="true">
      {path === 'webgl' ? (
        <LiveAura key={auraId} picture={picture} momentAt={momentAt} startSeconds={STILL_AT} />
      ) : (
        <StillRing picture={picture} day={day} />
      )}
      <span className={styles.rim} style={{ '--rim': rimAfter(passedMs).toFixed(3) } as CSSProperties} />
    </div>
  )
}
