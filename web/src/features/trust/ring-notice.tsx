import { formatWhole } from '@aura/api/money'
import { TRUST_RULES } from '@aura/api/rules/trust'
import { useTimes } from '#lib/time/times'
import { Notice } from '#ui/feedback/notice'

/** Tells the inviter alone why and from when their Trust is lower, without naming accounts. */
export function RingNotice({ ring }: { ring: { accounts: number; countsFrom: string } }) {
  const times = useTimes()
  const { ringFree, ringMost } = TRUST_RULES
  return (
    <Notice tone="warn" title="You get less Trust because of people you invited">
      {formatWhole(ring.accounts)} of them seem to be one person’s accounts, so from {times.minute(ring.countsFrom)} you
      get {ringFree} of {Math.min(ring.accounts, ringMost)} parts of the Trust that reaches you. Only you see this. If
      it is wrong, ask an admin to look at it.
    </Notice>
  )
}
