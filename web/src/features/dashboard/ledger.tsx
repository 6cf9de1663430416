import { formatUsdc, formatWhole, MICROS_PER_USDC } from '@aura/api/money'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { User } from '#features/auth/public'
import { read } from '#lib/query-client'
import { Skeleton } from '#ui/skeleton'
import styles from './dashboard.module.css'
import { aheadText } from './day-rule-layout.ts'

/** What somebody has, beside their points. */
export function Ledger({ user }: { user: User }) {
  const { data: steeze, isPending } = useQuery(read('GET /api/steeze/balance'))
  const steezeValue = (value: number | undefined) => {
    if (isPending) return <Skeleton className="h-[.74em] w-16" />
    return value === undefined ? '–' : formatWhole(value)
  }
  return (
    <dl className={styles.ledger}>
      <Cell
        name="Streak"
        value={formatWhole(user.currentStreak)}
        unit={user.currentStreak === 1 ? 'day' : 'days'}
        note={aheadText(user.currentStreak)}
      />
      <Cell
        name="Earnings"
        value={formatUsdc(Math.round(user.totalUsdtEarned * MICROS_PER_USDC))}
        unit="USDC"
        note="earned from vouches"
      />
      <Cell
        name="Battle Steeze"
        value={steezeValue(steeze?.battleEarnedSteeze)}
        unit="Steeze"
        note="earned from battles"
      />
      <Cell
        name="Purchased Steeze"
        value={steezeValue(steeze?.purchasedSteeze)}
        unit="Steeze"
        note="bought with USDC"
      />
    </dl>
  )
}

/** More than a cell of a phone takes at full width. */
const isLong = (value: ReactNode): boolean => typeof value === 'string' && value.length > 8

function Cell({ name, value, unit, note }: { name: string; value: ReactNode; unit: string; note: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <span className={`num ${styles.value} ${isLong(value) ? styles.long : ''}`}>{value}</span> {unit}
      </dd>
      <dd className={styles.note}>{note}</dd>
    </div>
  )
}
