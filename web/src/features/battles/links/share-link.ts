import { paths } from '#paths'
import type { ChallengeLink } from '../shared/battle-view.ts'

export const addressOf = ({ id }: Pick<ChallengeLink, 'id'>): string => location.origin + paths.challenge(id)
