import { formatWhole } from '@aura/api/money'
import { lengthText } from '@aura/api/rules'
import { copyAddress, shareAddress } from '#lib/share/share-address'
import { paths } from '#paths'
import type { ChallengeLink } from '../shared/battle-view.ts'

export const addressOf = ({ id }: Pick<ChallengeLink, 'id'>): string => location.origin + paths.challenge(id)

export const copyChallenge = (link: ChallengeLink): Promise<void> => copyAddress(addressOf(link))

export const shareChallenge = (link: ChallengeLink): Promise<void> =>
  shareAddress({
    title: 'Battle me on Aura',
    text: `Battle me on Aura: ${formatWhole(link.stake)} AP each, ${lengthText(link.duration)}. The first to accept is in.`,
    url: addressOf(link),
  })
