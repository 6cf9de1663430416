import { formatWhole } from '@aura/api/money'
import type { NewNotification } from '#features/notifications'

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
  title: 'You get less Trust now',
  message: `${formatWhole(accounts)} of the accounts you invited seem to be one person’s. Read what that takes, and what to do if it’s wrong.`,
  relatedId: null,
  key: `trust-ring/${userId}/${day}`,
})
