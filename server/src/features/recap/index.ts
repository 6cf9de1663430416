export { recapOf } from './read-recap.ts'
export type { Moment, PersonFigures, PersonWeek, RecapSource, WeekDetails } from './source.ts'
