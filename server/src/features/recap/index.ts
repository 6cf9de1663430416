export { recapOf } from './read-recap.ts'
export type { Moment, PersonFigures, PersonWeek, RecapSource } from './source.ts'
