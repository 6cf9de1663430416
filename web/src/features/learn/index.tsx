export { UnitBadges } from './unit-badges.tsx'
