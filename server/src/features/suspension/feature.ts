import type { Feature } from '#platform/feature'
import { suspensionPersonal, suspensionRetention } from './tables.ts'

export const suspensionFeature = {
  name: 'suspension',
  personalData: suspensionPersonal,
  retention: suspensionRetention,
  database: { reads: { profile: ['user_profiles'] } },
} as const satisfies Feature
