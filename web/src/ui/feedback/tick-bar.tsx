import { shareTicks } from '../ticks.ts'

const TONES = {
  aura: 'var(--aura)',
  ink: 'var(--ink)',
  dim: 'var(--ink-3)',
  warn: 'var(--warn)',
  danger: 'var(--danger)',
  rest: 'var(--line-2)',
} as const

export interface TickPart {
  amount: number
  tone: keyof typeof TONES
  /** Shorter ticks for missing or future amounts. */
  low?: boolean
}

interface TickBarProps {
  parts: readonly TickPart[]
  /** Accessible name, including the numbers. */
  label: string
  ticks?: number
  className?: string
}

export function TickBar({ parts, label, ticks = 60, className = '' }: TickBarProps) {
  const shares = shareTicks(
    parts.map(({ amount }) => amount),
    ticks,
  )
  const drawn = parts.flatMap((part, i) => Array.from({ length: shares[i] ?? 0 }, () => part))
  return (
    <svg className={`h-7 w-full overflow-visible ${className}`} role="img" aria-label={label}>
      {drawn.map(({ tone, low }, i) => {
        const x = `${(((i + 0.5) / ticks) * 100).toFixed(2)}%`
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: ticks never move
          <line key={i} x1={x} x2={x} y1={low ? 8 : 0} y2={28} stroke={TONES[tone]} strokeWidth={low ? 2 : 2.5} />
        )
      })}
    </svg>
  )
}
