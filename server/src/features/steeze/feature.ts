import type { Feature } from '#platform/feature'
import { purchaseHandler } from './credit-purchases.ts'
import { steezeLive } from './live.ts'
import { releaseLapsed } from './release-redemptions.ts'
import { keepSnapshot } from './reserves.ts'
import { steezeRoutes } from './routes.ts'
import { withdrawalHandler } from './settle-withdrawals.ts'
import { registerReserves, reservesAlarm } from './watch-reserves.ts'
import { registerSettings, settingsWatch } from './watch-settings.ts'
import { registerUnexplained, unexplainedAlarm } from './watch-unexplained.ts'

export const steezeFeature = {
  name: 'steeze',
  routes: steezeRoutes,
  live: [steezeLive],
  chainEvents: [purchaseHandler, withdrawalHandler],
  afterChainSync: [
    unexplainedAlarm,
    reservesAlarm,
    (ctx) => () => releaseLapsed(ctx),
    (ctx) => () => keepSnapshot(ctx),
  ],
  jobs: { settings: settingsWatch },
  metrics: [registerSettings, registerUnexplained, registerReserves],
} as const satisfies Feature
