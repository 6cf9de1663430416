export type { FinalBackings } from './calculate-trust.ts'
