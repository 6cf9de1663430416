import type { Feature } from '#platform/feature'
import { suspensionPersonal } from './tables.ts'

export const suspensionFeature = {
  name: 'suspension',
  personalData: suspensionPersonal,
  database: {
    reads: { profile: ['user_profiles'] },
  },
} as const satisfies Feature
