import { useParams } from 'wouter'

export const useBattleId = (): string => (useParams().id ?? '').toLowerCase()
