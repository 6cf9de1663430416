import { formatWhole } from '@aura/api/money'
import { useQuery } from '@tanstack/react-query'
import { aheadText } from '#aura/day-rule-layout.ts'
import type { User } from '#features/auth'
import { useFeatures } from '#lib/features-context'
import { read } from '#lib/query-client'
import { paths } from '#paths'
import { Stat, StatSkeleton, StatStrip } from '#ui/layout/stat-strip'

declare module '#lib/feature' {
  interface Feature {
    readonly dashboardStat?: { name: string; unit: string; note: string; value: (user: User) => string }
  }
}

export function DashboardStats({ user }: { user: User }) {
  const stats = useFeatures().flatMap(({ dashboardStat }) => dashboardStat ?? [])
  const { data: steeze, isPending } = useQuery(read('GET /api/steeze/balance'))
  const steezeValue = (value: number | undefined) => {
    if (isPending) return <StatSkeleton />
    return value === undefined ? '–' : formatWhole(value)
  }
  const figures = [
    {
      name: 'Streak',
      value: formatWhole(user.currentStreak),
      unit: user.currentStreak === 1 ? 'day' : 'days',
      href: paths.streak,
      note: aheadText(user.currentStreak),
    },
    ...stats.map((stat) => ({ ...stat, value: stat.value(user) })),
    {
      name: 'Battle Steeze',
      value: steezeValue(steeze?.battleEarnedSteeze),
      unit: 'Steeze',
      href: paths.steeze,
      note: 'earned from battles',
    },
    {
      name: 'Purchased Steeze',
      value: steezeValue(steeze?.purchasedSteeze),
      unit: 'Steeze',
      href: paths.steeze,
      note: 'bought with USDC',
    },
  ]
  return (
    <StatStrip>
      {figures.map((figure) => (
        <Stat key={figure.name} {...figure} />
      ))}
    </StatStrip>
  )
}
