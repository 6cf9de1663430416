import { useParams } from 'wouter'

/** The battle in the page's address, in lower case as in live topics. */
export const useBattleId = (): string => (useParams().id ?? '').toLowerCase()
