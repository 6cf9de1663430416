export { joinLeagues } from './membership.ts'
