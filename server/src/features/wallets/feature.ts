import type { Feature } from '#platform/feature'
import { walletsPersonal } from './tables.ts'

export const walletsFeature = {
  name: 'wallets',
  personalData: walletsPersonal,
} as const satisfies Feature
