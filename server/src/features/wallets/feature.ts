import type { Feature } from '#platform/feature'
import { walletsRoutes } from './routes.ts'
import { walletsPersonal, walletsRetention } from './tables.ts'

export const walletsFeature = {
  name: 'wallets',
  routes: walletsRoutes,
  personalData: walletsPersonal,
  retention: walletsRetention,
  database: { provides: ['user_wallets'] },
} as const satisfies Feature
