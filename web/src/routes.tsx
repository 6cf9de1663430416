import type { ComponentType } from 'react'
import { AdminBattlesScreen, AdminLogScreen, AdminPeopleScreen, AdminWhitelistScreen } from '#features/admin/public'
import { BattlesScreen, ReceiptScreen, ShowdownScreen } from '#features/battles/public'
import { DashboardScreen } from '#features/dashboard/public'
import { DesignScreen } from '#features/design/public'
import { HelpScreen } from '#features/help/public'
import { LeaderboardScreen } from '#features/leaderboard/public'
import { ProfileScreen } from '#features/people/public'
import { ReceiptScreen as PaymentReceiptScreen, ReceiptListScreen } from '#features/receipts/public'
import { ReservesScreen } from '#features/reserves/public'
import { SettingsScreen } from '#features/settings/public'
import { SteezeScreen } from '#features/steeze/public'
import { StreakScreen } from '#features/streak/public'
import { helpPages, paths } from '#paths'

/** A screen for signed-in people. */
export interface ScreenRoute {
  path: string
  screen: ComponentType
  title: string
  /** Exists only where the chain is a local one. */
  localOnly?: true
  /** To anybody else the 404 screen. */
  adminOnly?: true
  /** Also for somebody who may not take part. */
  whileRestricted?: true
}

/** Every screen there is. What is not in this table is the 404 screen. */
export const routes: readonly ScreenRoute[] = [
  { path: paths.home, screen: DashboardScreen, title: 'Dashboard' },
  { path: paths.leaderboard, screen: LeaderboardScreen, title: 'Leaderboard' },
  { path: paths.profile, screen: ProfileScreen, title: 'Profile' },
  { path: `${paths.profile}/:id`, screen: ProfileScreen, title: 'Profile' },
  { path: '/user/:id', screen: ProfileScreen, title: 'Profile' },
  { path: paths.streak, screen: StreakScreen, title: 'Streak' },
  { path: paths.battles, screen: BattlesScreen, title: 'Live Battles' },
  { path: paths.arena, screen: BattlesScreen, title: 'Live Battles' },
  { path: paths.battle(':id'), screen: ShowdownScreen, title: 'Showdown', whileRestricted: true },
  { path: paths.battleReceipt(':id'), screen: ReceiptScreen, title: 'Battle receipt', whileRestricted: true },
  { path: paths.battleAlias(':id'), screen: ShowdownScreen, title: 'Showdown', whileRestricted: true },
  { path: paths.steeze, screen: SteezeScreen, title: 'Steeze Recharge', whileRestricted: true },
  { path: paths.settings, screen: SettingsScreen, title: 'Settings', whileRestricted: true },
  { path: paths.receipts, screen: ReceiptListScreen, title: 'Receipts', whileRestricted: true },
  { path: paths.receipt(':id'), screen: PaymentReceiptScreen, title: 'Receipt', whileRestricted: true },
  { path: paths.reserves, screen: ReservesScreen, title: 'Proof of reserves', whileRestricted: true },
  { path: paths.design, screen: DesignScreen, title: 'Components and states', localOnly: true },
  ...helpPages.map(({ slug, title }) => ({
    path: paths.help(slug),
    screen: HelpScreen,
    title,
    whileRestricted: true as const,
  })),
  { path: paths.adminWhitelist, screen: AdminWhitelistScreen, title: 'Beta Access Management', adminOnly: true },
  { path: paths.adminPeople, screen: AdminPeopleScreen, title: 'People', adminOnly: true },
  { path: paths.adminBattles, screen: AdminBattlesScreen, title: 'Battles', adminOnly: true },
  { path: paths.adminLog, screen: AdminLogScreen, title: 'Log', adminOnly: true },
]
