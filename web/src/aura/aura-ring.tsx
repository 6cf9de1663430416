import { levelOfStreak } from '@aura/api/levels'
import { auraShape } from '@aura/drawing/aura-shape'
import { ringTicks } from '@aura/drawing/ring-ticks'
import { useMemo } from 'react'
import styles from './aura-ring.module.css'
import { Avatar } from './avatar.tsx'

interface AuraRingProps {
  id: string
  days: number
  name: string | null
  size: number
  image?: string | null
}

export function AuraRing({ id, days, name, size, image }: AuraRingProps) {
  const { ticks, letterWidth } = useMemo(() => {
    const shape = auraShape(id, days, 0)
    return { ticks: ringTicks(shape, size), letterWidth: shape.letterWidth }
  }, [id, days, size])
  const centre = size / 2
  return (
    <span
      data-aura={days > 0 ? levelOfStreak(days).key : 'none'}
      className={`relative inline-grid shrink-0 place-items-center ${days > 0 ? 'text-aura' : 'text-line-2'}`}
      style={{ width: size, height: size }}
      aria-hidden="true"
    >
      <svg
        width={size}
        height={size}
        viewBox={`0 0 ${size} ${size}`}
        fill="none"
        stroke="currentColor"
        aria-hidden="true"
      >
        <path d={ticks.unlit} strokeOpacity={0.35} />
        <path d={ticks.lit} strokeWidth={ticks.stroke} strokeLinecap="round" />
        <circle cx={centre} cy={centre} r={ticks.radius} strokeWidth={ticks.stroke * 0.8} />
      </svg>
      <span className={styles.letter} style={{ fontSize: size * 0.375, fontStretch: `${letterWidth}%` }}>
        <Avatar name={name} image={image} size={Math.floor(ticks.radius * 2 - ticks.stroke)} />
      </span>
    </span>
  )
}
