export type { StatusSource } from './status-source.ts'
