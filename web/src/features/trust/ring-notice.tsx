import { formatWhole } from '@aura/api/money'
import { TRUST_RULES } from '@aura/api/rules/trust'
import { Notice } from '#ui/feedback/notice'

/** Tells the inviter alone why their Trust is lower, without naming accounts. */
export const RingNotice = ({ ring }: { ring: number }) => (
  <Notice tone="warn" title="You get less Trust because of people you invited">
    {formatWhole(ring)} of them seem to be one person’s accounts, so you get {TRUST_RULES.ringFree} of{' '}
    {formatWhole(ring)} parts of the Trust that reaches you. Only you see this. If it is wrong, ask an admin to look at
    it.
  </Notice>
)
