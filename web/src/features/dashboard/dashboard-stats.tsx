import { formatWhole } from '@aura/api/money'
import { aheadText } from '#aura/day-rule-layout.ts'
import type { User } from '#features/auth'
import { useFeatures } from '#lib/features-context'
import { paths } from '#paths'
import { Stat, StatStrip } from '#ui/layout/stat-strip'

declare module '#lib/feature' {
  interface Feature {
    readonly dashboardStat?: { name: string; unit: string; note: string; value: (user: User) => string }
  }
}

export function DashboardStats({ user }: { user: User }) {
  const stats = useFeatures().flatMap(({ dashboardStat }) => dashboardStat ?? [])
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
      value: formatWhole(user.battleEarnedSteeze),
      unit: 'Steeze',
      href: paths.steeze,
      note: 'earned from battles',
    },
    {
      name: 'Purchased Steeze',
      value: formatWhole(user.steezeBalance - user.battleEarnedSteeze),
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
