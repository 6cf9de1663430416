export { closeByTheWords, type Played } from './close-reference.ts'
export { weekOf } from './league.rules.ts'
export { joinLeagues } from './membership.ts'
