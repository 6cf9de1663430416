import type { Feature } from '#platform/feature'
import { walletsPersonal, walletsRetention } from './tables.ts'

export const walletsFeature = {
  name: 'wallets',
  personalData: walletsPersonal,
  retention: walletsRetention,
  database: {
    provides: ['user_wallets'],
  },
} as const satisfies Feature
