import { formatWhole } from '@aura/api/money'
import { useEffect, useState } from 'react'
import { shareOf } from '#aura/canvas/field-picture.ts'
import type { Side } from '../shared/battle-view.ts'
import { percent } from './radar.tsx'
import { Throttle } from './throttle.ts'

const PAUSE_MS = 15_000

export function ScoreAnnouncer({ sides: [a, b], isActive }: { sides: readonly [Side, Side]; isActive: boolean }) {
  const share = shareOf(a.steeze, b.steeze)
  const text = isActive
    ? `${a.name} ${formatWhole(a.steeze)}, ${b.name} ${formatWhole(b.steeze)}. ${percent(share)} to ${percent(1 - share)}.`
    : ''
  return (
    <p role="status" className="sr-only">
      {useThrottled(text)}
    </p>
  )
}

function useThrottled(text: string): string {
  const [announced, setAnnounced] = useState('')
  const [throttle] = useState(() => new Throttle(PAUSE_MS, setAnnounced))
  useEffect(() => throttle.push(text), [throttle, text])
  useEffect(() => () => throttle.stop(), [throttle])
  return announced
}
