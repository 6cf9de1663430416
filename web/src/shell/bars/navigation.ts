import { CalendarDays, House, ReceiptText, Swords, TrendingUp, UserRound } from 'lucide-react'
import type { ComponentType } from 'react'
import { SteezeIcon } from '#aura/steeze-icon.tsx'
import { paths } from '#paths'

/** Where the frame leads to. */
export interface Destination {
  path: string
  name: string
  /** Where a tab has no room for the name. */
  tabName?: string
  icon: ComponentType<{ size: number; strokeWidth?: number; 'aria-hidden'?: 'true' }>
  /** What else belongs to it, for showing where one is. */
  also?: string
  /** In the bar at the top, on a wide screen. */
  inBar: boolean
  /** In the tabs at the bottom of a phone. `spare` stands in until there are enough others. */
  inTabs: boolean | 'spare'
}

/** Every destination, in its order. A screen that belongs here adds its line. */
export const destinations: readonly Destination[] = [
  { path: paths.home, name: 'Dashboard', icon: House, inBar: true, inTabs: true },
  { path: paths.battles, name: 'Live Battles', icon: Swords, inBar: true, inTabs: true },
  { path: paths.leaderboard, name: 'Trending', icon: TrendingUp, inBar: true, inTabs: true },
  {
    path: paths.steeze,
    name: 'Steeze Recharge',
    tabName: 'Steeze',
    icon: SteezeIcon,
    also: paths.receipts,
    inBar: true,
    inTabs: true,
  },
  { path: paths.profile, name: 'Profile', icon: UserRound, inBar: false, inTabs: true },
  { path: paths.receipts, name: 'Receipts', icon: ReceiptText, inBar: false, inTabs: false },
  { path: paths.streak, name: 'Streak', icon: CalendarDays, inBar: false, inTabs: 'spare' },
]

/** As many as a thumb tells apart. */
const MAX_TABS = 5

/** The tabs of a phone: spare ones leave as soon as the others fill the bar. */
export function tabsOf(all: readonly Destination[]): Destination[] {
  const own = all.filter(({ inTabs }) => inTabs === true)
  return all.filter(({ inTabs }) => inTabs === true || (inTabs === 'spare' && own.length < MAX_TABS))
}

/** Whether a navigation item leads to where one is: home only exactly, the others also to what lies below them. */
export const isActive = (path: string, location: string, also?: string): boolean =>
  path === '/'
    ? location === '/'
    : location === path || location.startsWith(`${path}/`) || (also !== undefined && isActive(also, location))
