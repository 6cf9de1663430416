import { smallImageUrl } from '@aura/api/profile-image'
import { useState } from 'react'
import type { Side } from '../shared/battle-view.ts'
import styles from './receipt.module.css'

const FACE_R = 19

/** `Avatar` as SVG: a photo, or the initial until it has loaded. */
export function PlotFace({ side, x, y }: { side: Side; x: number; y: number }) {
  const image = side.person.profileImageUrl
  const [shown, setShown] = useState<{ image: string; isThere: boolean }>()
  const known = shown?.image === image ? shown : undefined
  return (
    <>
      {!known?.isThere && (
        <text className={styles.plotLetter} x={x} y={y + 8} textAnchor="middle">
          {side.name[0]?.toUpperCase()}
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
