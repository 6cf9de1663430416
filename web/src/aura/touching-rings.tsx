import { levelOfStreak } from '@aura/api/levels'
import { auraShape } from '@aura/drawing/aura-shape'
import { touchingRings } from '@aura/drawing/touching-rings'
import { useMemo } from 'react'

interface RingOwner {
  id: string
  currentStreak: number
}

export function TouchingRings({ one, other, size }: { one: RingOwner; other: RingOwner; size: number }) {
  const { width, height, rings, touch } = useMemo(
    () => touchingRings(auraShape(one.id, one.currentStreak, 0), auraShape(other.id, other.currentStreak, 0), size),
    [one.id, one.currentStreak, other.id, other.currentStreak, size],
  )
  const owners = [one, other] as const
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      fill="none"
      className="shrink-0"
      aria-hidden="true"
    >
      {rings.map(({ ticks, x }, at) => {
        const { id, currentStreak } = owners[at] as RingOwner
        const isLit = currentStreak > 0
        return (
          <g
            key={id}
            transform={`translate(${x} 0)`}
            data-aura={isLit ? levelOfStreak(currentStreak).key : 'none'}
            className={isLit ? 'text-aura' : 'text-line-2'}
            stroke="currentColor"
          >
            <path d={ticks.unlit} strokeOpacity={0.35} />
            <path d={ticks.lit} strokeWidth={ticks.stroke} strokeLinecap="round" />
            <circle cx={size / 2} cy={size / 2} r={ticks.radius} strokeWidth={ticks.stroke * 0.8} />
          </g>
        )
      })}
      <circle className="fill-ink" cx={touch.x} cy={touch.y} r="2" />
    </svg>
  )
}
