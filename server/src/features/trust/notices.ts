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
  message: `${formatWhole(accounts)} of the accounts you invited seem to be one person’s. Read what that takes, and what to do if it’s wrong.`,
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
  message: `${username} ${CAUSES[cause]} while you stood by them, so you pass on ${isSeed ? 'a twenty-fifth' : 'a fifth'} less for ${TRUST_RULES.liabilityDays} days.`,
  relatedId: null,
  key: `trust-liability/${giverId}/${receiverId}/${endsAt.getTime()}`,
})
