import { initialOf } from '@aura/api/letters'
import { smallImageUrl } from '@aura/api/profile-image'
import { useState } from 'react'
import type { Side } from '../shared/battle-view.ts'
import styles from './receipt.module.css'

export const DISC_R = 23
const FACE_R = 19

interface PlotDiscProps {
  side: Side
  x: number
  y: number
}

/** `Avatar` as SVG in the colour of the side's line: a photo, or the initial until it has loaded. */
export function PlotDisc({ side, x, y }: PlotDiscProps) {
  const image = side.person.profileImageUrl
  const [shown, setShown] = useState<{ image: string; isThere: boolean }>()
  const known = shown?.image === image ? shown : undefined
  return (
    <>
      <circle cx={x} cy={y} r={DISC_R - 1} fill="var(--bg)" stroke={`var(--${side.color})`} strokeWidth={2} />
      {!known?.isThere && (
        <text className={styles.plotLetter} x={x} y={y + 8} textAnchor="middle">
          {initialOf(side.name)}
        </text>
      )}
      {image && known?.isThere !== false && (
        <image
          className={styles.plotFace}
          href={smallImageUrl(image)}
          x={x - FACE_R}
          y={y - FACE_R}
          width={2 * FACE_R}
          height={2 * FACE_R}
          preserveAspectRatio="xMidYMid slice"
          onLoad={() => setShown({ image, isThere: true })}
          onError={() => setShown({ image, isThere: false })}
        />
      )}
    </>
  )
}
