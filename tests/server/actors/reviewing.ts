import type { Answer } from '@aura/api/calls'
import type { TestApp } from '../test-app.ts'
import type { Actor } from './actors.ts'
import { admin } from './admins.ts'

export type Admin = Awaited<ReturnType<typeof admin>>

/** Redemptions above this amount wait for an admin. */
export const REVIEWED = { settings: { redeemReviewAbove: 500 } }

/** Returns two admins: above the limit one proposes and the other confirms. */
export const twoAdmins = async (test: TestApp): Promise<[Admin, Admin]> => [await admin(test), await admin(test)]

/** Redeems an amount that needs a review. Returns the redemption's id. */
export async function waiting(actor: Actor, amount: number): Promise<string> {
  const opened = await actor.call('POST /api/steeze/redeem', { body: { amount } })
  if (opened.signature !== null) throw new Error('it did not wait')
  return opened.holdId
}

export const reviewOf = async (actor: Actor) => (await actor.call('GET /api/steeze/redemption')).review

export const desk = (who: Actor) => who.call('GET /api/admin/redemptions')

type Step = 'approve' | 'reject' | 'undo'

export const decide = (who: Actor, id: string, step: Step, reason = 'We looked at it.') =>
  who.send<{ isProposed?: boolean }>('POST', `/api/admin/redemptions/${id}/${step}`, { reason })

/** Decides as `decide` does, by an admin who has read the appeal. */
export const answerAppeal = (who: Actor, id: string, step: Exclude<Step, 'undo'>, reason = 'We read the appeal.') =>
  who.send('POST', `/api/admin/redemptions/${id}/${step}`, { reason, answersAppeal: true })

/** The first admin proposes, the second confirms. Returns the second's reply. */
export async function approve([one, two]: readonly [Admin, Admin], id: string, reason?: string) {
  await decide(one, id, 'approve', reason)
  return confirmProposal(two, id)
}

/** Approves as `approve` does, by admins who have read the appeal. */
export async function approveAppeal([one, two]: readonly [Admin, Admin], id: string, reason?: string) {
  await answerAppeal(one, id, 'approve', reason)
  return confirmProposal(two, id)
}

export async function confirmProposal(who: Actor, subject: string) {
  const open = (await who.call('GET /api/admin/proposals')).find((each) => each.subject === subject)
  return who.send('POST', `/api/admin/proposals/${open?.id}/confirm`)
}

export const signApproved = (actor: Actor, holdId: string) =>
  actor.send<Answer<'POST /api/steeze/redeem/sign'>>('POST', '/api/steeze/redeem/sign', { holdId })

export const cancel = (actor: Actor, id: string) => actor.send('POST', `/api/steeze/redemption/${id}/cancel`)

export const appeal = (actor: Actor, id: string, text = 'It is from my own fans.') =>
  actor.send('POST', `/api/steeze/redemption/${id}/appeal`, { text })
