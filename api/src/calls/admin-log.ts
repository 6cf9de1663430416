import { z } from 'zod'
import { call } from '../contract/call.ts'
import { Moment, PlainText } from '../shapes.ts'

export const AdminActionName = z.enum([
  'whitelist-add',
  'whitelist-reactivate',
  'whitelist-note',
  'whitelist-remove',
  'suspend',
  'lift',
  'freeze-redemption',
  'unfreeze-redemption',
  'hide-streams',
  'show-streams',
  'void-battle',
  'remove-comment',
  'remove-words',
  'keep-words',
  'keep-comment',
  'mute-comments',
  'unmute-comments',
  'settle-reports',
  'propose-void-battle',
  'propose-unfreeze-redemption',
  'propose-approve-redemption',
  'withdraw-proposal',
  'read-redemption',
  'approve-redemption',
  'reject-redemption',
  'undo-redemption',
  'clear-relation',
  'restore-relation',
  'uphold-relation',
  'grant-trust-appeal',
  'reject-trust-appeal',
  'read-invites',
  'set-invites',
  'grant-admin',
  'revoke-admin',
  'end-sessions',
  'charge-withdrawals',
  'release-redemptions',
  'test-credit',
])
export type AdminActionName = z.output<typeof AdminActionName>

export const AdminAction = z.object({
  id: z.int(),
  at: Moment,
  /** Null when run from the command line. The username is null once the account is deleted. */
  admin: z.object({ id: z.uuid(), username: z.string().nullable() }).nullable(),
  action: AdminActionName,
  subjectKind: z.enum(['wallet', 'person', 'battle']),
  /** Checksummed address or id of what the action changed. */
  subject: z.string(),
  /** Null unless the subject is a person whose account still exists. */
  subjectName: z.string().nullable(),
  reason: z.string().nullable(),
})
export type AdminAction = z.output<typeof AdminAction>

export const adminLogCalls = {
  'GET /api/admin/actions': call({
    summary: 'List admin actions, newest first',
    access: 'admin',
    rate: 'read',
    query: z.object({
      q: PlainText.max(100).default(''),
      before: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(50),
    }),
    answer: z.array(AdminAction),
  }),
}
