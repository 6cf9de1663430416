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
import type { ScreenName } from './screens.ts'

/** What signed-in people see under each name of `screens.ts`. */
export const components: Readonly<Record<ScreenName, ComponentType>> = {
  dashboard: DashboardScreen,
  leaderboard: LeaderboardScreen,
  profile: ProfileScreen,
  streak: StreakScreen,
  battles: BattlesScreen,
  showdown: ShowdownScreen,
  battleReceipt: ReceiptScreen,
  steeze: SteezeScreen,
  settings: SettingsScreen,
  receipts: ReceiptListScreen,
  receipt: PaymentReceiptScreen,
  reserves: ReservesScreen,
  design: DesignScreen,
  help: HelpScreen,
  adminWhitelist: AdminWhitelistScreen,
  adminPeople: AdminPeopleScreen,
  adminBattles: AdminBattlesScreen,
  adminLog: AdminLogScreen,
}
