import { z } from 'zod'
import { call } from '../contract/call.ts'
import { INVITE_RULES } from '../rules/invites.ts'
import { Id, Moment, OtherPerson, TypedLine, Whole } from '../shapes.ts'

/** `unavailable`: the invite is open, but its inviter can't admit people now. */
export const InviteStatus = z.enum(['open', 'used', 'expired', 'withdrawn', 'unavailable'])
export type InviteStatus = z.output<typeof InviteStatus>

const Invite = z.object({
  id: z.uuid(),
  status: InviteStatus,
  inviter: OtherPerson.extend({ auraPoints: Whole }),
  expiresAt: Moment,
  /** The viewer's relation to the invite, which decides whether they may use it. */
  viewer: z.enum(['visitor', 'inviter', 'invited', 'member', 'without-wallet']),
})
export type Invite = z.output<typeof Invite>

const OwnInvite = Invite.pick({ id: true, status: true, expiresAt: true }).extend({
  createdAt: Moment,
  /** Null until a person joins with the invite, and after their account is deleted. */
  invited: OtherPerson.nullable(),
  usedAt: Moment.nullable(),
})
export type OwnInvite = z.output<typeof OwnInvite>

/**
 * When the next invite is earned: after this many more days of learning, or at this time. Null while as many wait as may
 * wait, and while everyone can join.
 */
const Next = z.object({ daysToLearn: Whole, at: Moment.nullable() }).nullable()

const OwnInvites = z.object({
  /** Links that can be made now. */
  left: Whole,
  next: Next,
  invites: z.array(OwnInvite),
  invitedBy: OtherPerson.nullable(),
})

const Person = OtherPerson.omit({ currentStreak: true })

const PersonsInvites = z.object({
  left: Whole,
  next: Next,
  /** Invites given by admins, used ones included. */
  extra: Whole,
  /** Up to three inviters: the person's, that inviter's, and so on. */
  invitedBy: z.array(Person),
  /** Newest first; each with the number of people they invited in turn. */
  invited: z.array(z.object({ person: Person, at: Moment, invited: Whole })),
  /** Includes people who are not listed. */
  invitedCount: Whole,
})
export type PersonsInvites = z.output<typeof PersonsInvites>

const InviteParams = z.object({ id: Id })

export const invitesCalls = {
  'GET /api/invites': call({
    summary: 'Get the user’s invites, how many wait, when the next comes, and who invited them',
    access: 'user',
    rate: 'read',
    answer: OwnInvites,
  }),
  'POST /api/invites': call({
    summary: 'Make an invite link',
    access: 'user',
    rate: 'write',
    idempotent: true,
    answer: OwnInvite,
    errors: ['BETA_ACCESS_REQUIRED', 'WALLET_REQUIRED', 'INVITES_USED_UP', 'INVITES_TOO_MANY'],
  }),
  'GET /api/invites/:id': call({
    summary: 'Get an invite, for whoever has its link',
    access: 'viewer',
    rate: 'read',
    params: InviteParams,
    answer: Invite,
    errors: ['INVITE_NOT_FOUND'],
  }),
  'POST /api/invites/:id/withdraw': call({
    summary: 'Withdraw an invite nobody has used',
    access: 'user',
    rate: 'write',
    withoutKey: 'moves no value',
    params: InviteParams,
    answer: OwnInvite,
    errors: ['INVITE_NOT_FOUND', 'INVITE_OTHERS', 'INVITE_NOT_OPEN'],
  }),
  'GET /api/admin/people/:id/invites': call({
    summary: 'Get who invited a person and whom they invited; the admin log keeps who read it',
    access: 'admin',
    rate: 'read',
    params: z.object({ id: Id }),
    answer: PersonsInvites,
    errors: ['USER_NOT_FOUND'],
  }),
  'PUT /api/admin/people/:id/invites': call({
    summary: 'Set how many invites a person has beyond those they earn',
    access: 'admin',
    rate: 'write',
    withoutKey: 'says how many, not how many more',
    params: z.object({ id: Id }),
    body: z.object({
      extra: z.int().min(0).max(INVITE_RULES.extraMax, `At most ${INVITE_RULES.extraMax}`),
      reason: TypedLine(300, 'A reason has at most 300 characters').pipe(
        z.string().min(3, 'Give a reason. It will be shown.'),
      ),
    }),
    answer: PersonsInvites,
    errors: ['USER_NOT_FOUND', 'ADMIN_OWN_CASE'],
  }),
}
