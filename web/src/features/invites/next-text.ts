import type { Answer } from '@aura/api/calls'
import { formatWhole } from '@aura/api/money'
import { INVITE_RULES } from '@aura/api/rules/invites'
import type { Times } from '#lib/time/times'

type OwnInvites = Pick<Answer<'GET /api/invites'>, 'left' | 'next'>

export const leftText = (left: number): string => `${formatWhole(left)} ${left === 1 ? 'invite' : 'invites'}`

/** Returns when the next invite comes, in the viewer's zone. */
export function nextText({ next }: OwnInvites, isClosed: boolean, times: Pick<Times, 'minute'>): string {
  if (!isClosed) return `You can make up to ${INVITE_RULES.perDay} links a day.`
  if (next?.at) return `The next one comes on ${times.minute(next.at)}.`
  if (next)
    return `You earn your first one by learning on ${next.daysToLearn} more ${next.daysToLearn === 1 ? 'day' : 'days'}.`
  return `No more come while ${INVITE_RULES.waiting} wait or are open. Use one, and the next comes ${INVITE_RULES.everyDays} days later.`
}
