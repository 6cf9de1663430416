import { formatWhole } from '@aura/api/money'
import { lengthText } from '@aura/api/rules/battles'
import { ShareButtons as Buttons } from '#ui/forms/share-buttons'
import type { ChallengeLink } from '../shared/battle-view.ts'
import { addressOf } from './share-link.ts'

export const ShareButtons = ({ link, size = 40 }: { link: ChallengeLink; size?: 40 | 48 }) => (
  <Buttons
    size={size}
    shared={{
      title: 'Battle me on Aura',
      text: `Battle me on Aura: ${formatWhole(link.stake)} AP each, ${lengthText(link.duration)}. The first to accept is in.`,
      url: addressOf(link),
    }}
  />
)
