import type { Feature } from '#platform/feature'
import { walletsPersonal } from './tables.ts'

export const walletsFeature = {
  name: 'wallets',
  personalData: walletsPersonal,
  database: {
    provides: ['user_wallets'],
  },
} as const satisfies Feature
