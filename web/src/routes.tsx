import type { ComponentType } from 'react'
import { AdminBattlesScreen, AdminLogScreen, AdminPeopleScreen, AdminWhitelistScreen } from '#features/admin'
import { BattlesScreen, ReceiptScreen, ShowdownScreen } from '#features/battles'
import { DashboardScreen } from '#features/dashboard'
import { DesignScreen } from '#features/design'
import { HelpScreen } from '#features/help'
import { LeaderboardScreen } from '#features/leaderboard'
import { ProfileScreen } from '#features/people'
import { ReceiptScreen as PaymentReceiptScreen, ReceiptListScreen } from '#features/receipts'
import { ReservesScreen } from '#features/reserves'
import { SettingsScreen } from '#features/settings'
import { SteezeScreen } from '#features/steeze'
import { StreakScreen } from '#features/streak'
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
