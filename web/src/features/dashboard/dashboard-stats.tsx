import { formatWhole } from '@aura/api/money'
import { useQuery } from '@tanstack/react-query'
import { aheadText } from '#aura/day-rule-layout.ts'
import type { User } from '#features/auth'
import { useFeatures } from '#lib/features-context'
import { read } from '#lib/query-client'
import { paths } from '#paths'
import { Stat, StatSkeleton, StatStrip } from '#ui/layout/stat-strip'
import { isNewcomer } from './newcomer.rules.ts'

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
      isZero: user.currentStreak === 0,
    },
    ...stats.map((stat) => {
      const value = stat.value(user)
      return { ...stat, value, isZero: Number(value) === 0 }
    }),
    {
      name: 'Battle Steeze',
      value: steezeValue(steeze?.battleEarnedSteeze),
      unit: 'Steeze',
      href: paths.steeze,
      note: 'earned from battles',
      isZero: !steeze?.battleEarnedSteeze,
    },
    {
      name: 'Purchased Steeze',
      value: steezeValue(steeze?.purchasedSteeze),
      unit: 'Steeze',
      href: paths.steeze,
      note: 'bought with USDC',
      isZero: !steeze?.purchasedSteeze,
    },
  ]
  const shown = isNewcomer(user) ? figures.filter(({ isZero }) => !isZero) : figures
  if (shown.length === 0) return null
  return (
    <StatStrip>
      {shown.map(({ isZero: _, ...figure }) => (
        <Stat key={figure.name} {...figure} />
      ))}
    </StatStrip>
  )
}
