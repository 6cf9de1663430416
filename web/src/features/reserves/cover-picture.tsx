import { usdcText } from '@aura/api/money'
import type { CSSProperties } from 'react'
import { Strokes } from '#aura/strokes.tsx'
import { coverStrokes, type Reserves } from './cover.ts'
import styles from './reserves.module.css'

/** Share from which the two labels would overlap. */
const CLOSE = 0.78

export function CoverPicture({ reserves: { cover, usdcHeld, usdcRequired } }: { reserves: Reserves }) {
  const { looks, isCut } = coverStrokes(cover)
  const required = 100 / looks.length
  const isShort = cover !== null && cover < 1
  const held = looks.filter((look) => look !== 'missing').length / looks.length
  return (
    <section className={styles.cover} aria-label="Cover">
      {cover !== null && (
        <dl className={styles.marks} data-close={(isShort ? held : required) > CLOSE || undefined}>
          <Mark name="USDC required" value={usdcText(usdcRequired)} at={required} isLow={!isShort} />
          <Mark name="USDC held" value={usdcText(usdcHeld)} at={held} isLow={isShort} />
        </dl>
      )}
      <Strokes looks={looks} width={1_312} height={110} className={styles.picture} />
      <p className={styles.legend}>
        <span>One stroke is 1% of what is required</span>
        <span>
          {isShort
            ? 'dashed: missing'
            : cover === null
              ? 'nothing is required'
              : isCut
                ? 'the surplus is larger than drawn'
                : 'outlined: surplus'}
        </span>
      </p>
    </section>
  )
}

interface MarkProps {
  name: string
  value: string
  at: number
  isLow: boolean
}

function Mark({ name, value, at, isLow }: MarkProps) {
  return (
    <div className={isLow ? styles.low : styles.high} style={{ '--at': at } as CSSProperties}>
      <dt>{name}</dt>
      <dd className="num">{value}</dd>
    </div>
  )
}
