import { z } from 'zod'
import { call } from '../contract/call.ts'
import type { ErrorCode } from '../errors.ts'
import { Done, Id, Moment, PlainText, WalletAddress } from '../shapes.ts'
import { proposalCalls } from './moderation/proposals.ts'
import { Reason } from './moderation/reason.ts'
import { Neighbour, redemptionDeskCalls } from './moderation/redemption-desk.ts'
import { reportCalls } from './moderation/reports.ts'

const PersonParams = z.object({ id: Id })
const Held = z.object({ reason: z.string(), since: Moment })

export const AdminPerson = z.object({
  id: z.uuid(),
  username: z.string(),
  firstName: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  walletAddress: z.string().nullable(),
  twitterUsername: z.string().nullable(),
  isAdmin: z.boolean(),
  createdAt: Moment,
  suspension: Held.nullable(),
  redemptionFreeze: Held.nullable(),
  /** Whether an admin hid their streams. */
  streamsHidden: Held.nullable(),
})
export type AdminPerson = z.output<typeof AdminPerson>

const RelationAppeal = z.object({
  person: Neighbour.shape.person,
  at: Moment,
  text: z.string(),
  other: Neighbour.omit({ gifted: true }),
})
export type RelationAppeal = z.output<typeof RelationAppeal>

const judgeRelation = (summary: string, errors: readonly ErrorCode[] = []) =>
  call({
    summary,
    access: 'admin',
    rate: 'write',
    withoutKey: 'moves no value',
    params: z.object({ id: Id, otherId: Id }),
    body: z.object({ reason: Reason }),
    answer: Done,
    errors: ['RELATION_NOT_FOUND', 'ADMIN_OWN_CASE', ...errors],
  })

const ofPerson = (summary: string) =>
  call({
    summary,
    access: 'admin',
    rate: 'write',
    withoutKey: 'moves no value, but ends challenges, each of which can be ended once',
    params: PersonParams,
    body: z.object({ reason: Reason }),
    answer: AdminPerson,
    errors: ['USER_NOT_FOUND', 'ADMIN_NOT_RESTRICTED', 'ADMIN_OWN_CASE'],
  })

export const moderationCalls = {
  'GET /api/admin/people': call({
    summary: 'Search users by part of a username or X handle, start of a wallet, or id; newest first',
    access: 'admin',
    rate: 'read',
    query: z.object({
      q: PlainText.max(100).default(''),
      view: z.enum(['all', 'suspended']).default('all'),
      after: Id.optional(),
      limit: z.coerce.number().int().min(1).max(100).default(50),
    }),
    answer: z.array(AdminPerson),
  }),
  'POST /api/admin/people/:id/suspend': ofPerson('Suspend a user, who sees the reason'),
  'POST /api/admin/people/:id/lift': ofPerson('Lift a suspension'),
  'POST /api/admin/people/:id/hide-streams': ofPerson('Hide a user’s streams in all battles; they see the reason'),
  'POST /api/admin/people/:id/show-streams': ofPerson('Show a user’s streams again'),
  'POST /api/admin/people/:id/freeze-redemption': ofPerson('Freeze a user’s redemptions; they see the reason'),
  'POST /api/admin/people/:id/unfreeze-redemption': ofPerson(
    'Propose to unfreeze a user’s redemptions, which another admin confirms',
  ),
  'POST /api/admin/people/:id/related/:otherId/clear': judgeRelation(
    'Mark two accounts as not one person’s, whatever they have in common so far; answers open appeals',
  ),
  'POST /api/admin/people/:id/related/:otherId/restore': judgeRelation(
    'Remove that mark, so that what they have in common decides',
  ),
  'GET /api/admin/relation-appeals': call({
    summary: 'List the 50 appeals against relations that have waited longest, with what the accounts have in common',
    access: 'admin',
    rate: 'read',
    answer: z.array(RelationAppeal),
  }),
  'POST /api/admin/people/:id/related/:otherId/uphold': judgeRelation(
    'Answer the open appeals of two accounts: they stay related',
    ['RELATION_NOT_APPEALED'],
  ),
  'POST /api/admin/battles/:id/void': call({
    summary:
      'Call off an accepted or live battle: stakes and gifts are returned, and its page shows the reason. After a gift it is proposed, and another admin confirms it',
    access: 'admin',
    rate: 'write',
    idempotent: true,
    params: z.object({ id: Id }),
    body: z.object({ reason: Reason }),
    answer: z.object({ isProposed: z.boolean() }),
    errors: ['BATTLE_NOT_FOUND', 'BATTLE_NOT_VOIDABLE', 'ADMIN_OWN_CASE'],
  }),
  'DELETE /api/whitelist/:walletAddress': call({
    summary: 'Deactivate a wallet: it stays listed as inactive, and its sessions end',
    access: 'admin',
    rate: 'write',
    withoutKey: 'ends challenges, each of which can be ended once',
    params: z.object({ walletAddress: WalletAddress }),
    answer: Done,
    errors: ['WHITELIST_ENTRY_NOT_FOUND', 'ADMIN_OWN_CASE', 'ADMIN_NOT_RESTRICTED'],
  }),
  ...proposalCalls,
  ...redemptionDeskCalls,
  ...reportCalls,
}
