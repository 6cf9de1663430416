import { formatWhole } from '@aura/api/money'
import { TRUST_RULES } from '@aura/api/rules/trust'
import type { NewNotification } from '#features/notifications'
import type { NewLiability } from './basis-store.ts'

/** Returns a notice that names no one. At most one a day, in case the ring comes and goes. */
export const ringNotice = ({
  userId,
  accounts,
  day,
}: {
  userId: string
  accounts: number
  day: number
}): NewNotification => ({
  userId,
  type: 'trust_update',
  title: `You get less Trust in ${TRUST_RULES.ringNoticeDays} days`,
  message: `${formatWhole(accounts)} of the accounts you invited seem to be one person’s. Read what that takes. If it’s wrong, you can appeal once.`,
  relatedId: null,
  key: `trust-ring/${userId}/${day}`,
})

const CAUSES = { suspended: 'was suspended', ring: 'seems to be one of several accounts of one person' } as const

/** Returns a notice of each time a person has to answer for another one. */
export const liabilityNotice = (
  { giverId, receiverId, cause, endsAt }: NewLiability,
  { username, isSeed }: { username: string; isSeed: boolean },
): NewNotification => ({
  userId: giverId,
  type: 'trust_update',
  title: 'You pass on less Trust',
  message: `${username} ${CAUSES[cause]} while you stood by them, so you pass on ${isSeed ? 'a twenty-fifth' : 'a fifth'} less for ${TRUST_RULES.liabilityDays} days. If that is unfair, you can appeal once.`,
  relatedId: null,
  key: `trust-liability/${giverId}/${receiverId}/${cause}/${endsAt.getTime()}`,
})

/** Returns an admin's answer to an appeal. `username` is who they stood by, or null for a ring that they invited. */
export function answerNotice({
  userId,
  aboutId,
  username,
  isGranted,
  answer,
  at,
}: {
  userId: string
  aboutId: string
  username: string | null
  isGranted: boolean
  answer: string
  at: Date
}): NewNotification {
  const whom = username === null ? 'the accounts you invited' : username
  return {
    userId,
    type: 'trust_update',
    title: isGranted ? 'Your appeal was granted' : 'Your appeal was rejected',
    message: `${isGranted ? `Nothing takes from your Trust any more because of ${whom}.` : `You still get or pass on less Trust because of ${whom}.`} An admin wrote: ${answer}`,
    relatedId: null,
    key: `trust-appeal/${userId}/${aboutId}/${at.getTime()}`,
    isOwn: true,
  }
}
