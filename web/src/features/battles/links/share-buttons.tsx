import { Link2, Share2 } from 'lucide-react'
import { Button } from '#ui/forms/button'
import type { ChallengeLink } from '../shared/battle-view.ts'
import { copyChallenge, shareChallenge } from './share-link.ts'

/** Shares by the device's sheet where there is one, and copies. */
export const ShareButtons = ({ link, size = 40 }: { link: ChallengeLink; size?: 40 | 48 }) => (
  <>
    <Button kind={size === 48 ? 'primary' : 'secondary'} size={size} onClick={() => void copyChallenge(link)}>
      <Link2 size={18} strokeWidth={1.75} aria-hidden="true" />
      Copy link
    </Button>
    {'share' in navigator && (
      <Button kind="secondary" size={size} onClick={() => void shareChallenge(link)}>
        <Share2 size={18} strokeWidth={1.75} aria-hidden="true" />
        Share
      </Button>
    )}
  </>
)
