import { useParams } from 'wouter'

/** Returns the battle's id from the page's address, in lower case as in live topics. */
export const useBattleId = (): string => (useParams().id ?? '').toLowerCase()
