import type { Answer } from '@aura/api/calls'
import { formatWhole } from '@aura/api/money'
import { TRUST_RULES } from '@aura/api/rules/trust'
import { useTimes } from '#lib/time/times'
import { Notice } from '#ui/feedback/notice'

type Ring = NonNullable<Answer<'GET /api/trust/own'>['ring']>

const { ringFree, ringMost, ringNoticeDays } = TRUST_RULES

/** Tells the inviter alone why their Trust is lower, or will be, without naming accounts. */
export function RingNotice({ ring: { accounts, countsFrom } }: { ring: Ring }) {
  const times = useTimes()
  return (
    <Notice tone="warn" title="Less Trust because of people you invited">
      {formatWhole(accounts)} of them seem to be one person’s accounts, so from {times.day(countsFrom)} on,{' '}
      {ringNoticeDays} days after we told you, you get {ringFree} of {Math.min(accounts, ringMost)} parts of the Trust
      that reaches you. Only you see this. If it is wrong, ask an admin to look at it.
    </Notice>
  )
}
