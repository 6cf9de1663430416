import type { Feature } from '#platform/feature'
import type { PersonalTable } from '#platform/personal-data'
import { platformPersonal } from '#platform/personal-tables'

export const personalTables = (features: readonly Feature[]): PersonalTable[] => [
  ...features.flatMap(({ personalData = [] }) => personalData),
  ...platformPersonal,
]
