import { formatWhole } from '@aura/api/money'
import type { ReactNode } from 'react'
import { Stat, StatStrip } from '#ui/layout/stat-strip'
import type { Profile } from './profile-text.ts'

export function Tiles({ user, children }: { user: Profile['user']; children: ReactNode }) {
  return (
    <StatStrip>
      <Stat name="Total Aura" value={formatWhole(user.auraPoints)} note="Aura Points" />
      <Stat name="Streak Days" value={formatWhole(user.currentStreak)} note="Day Streak" />
      {children}
    </StatStrip>
  )
}
