import { describe, expect, it } from 'vitest'
import { calls } from './calls.ts'
import type { Call } from './contract/call.ts'

/** Writing calls without a key, by the reason a retry moves nothing twice. */
const WITHOUT_KEY: Record<string, string[]> = {
  'moves no value': [
    'DELETE /api/battles/:id/mutes/:userId',
    'DELETE /api/battles/:id/reminder',
    'DELETE /api/blocks/:id',
    'DELETE /api/follows/:id',
    'DELETE /api/friend-streaks/:id',
    'DELETE /api/mutes/:id',
    'DELETE /api/leagues/me',
    'DELETE /api/notifications/push',
    'DELETE /api/user/profile-image',
    'DELETE /api/vouch/words/:id',
    'POST /api/admin/comments/:id/keep',
    'POST /api/admin/comments/:id/remove',
    'POST /api/admin/people/:id/freeze-redemption',
    'POST /api/admin/people/:id/lift',
    'POST /api/admin/people/:id/related/:otherId/clear',
    'POST /api/admin/people/:id/related/:otherId/restore',
    'POST /api/admin/people/:id/unfreeze-redemption',
    'POST /api/admin/people/:id/settle-reports',
    'POST /api/admin/vouch-words/:id/keep',
    'POST /api/admin/vouch-words/:id/remove',
    'POST /api/auth/disconnect-twitter',
    'POST /api/auth/logout',
    'POST /api/auth/seen-first',
    'POST /api/auth/sign-in-again',
    'POST /api/auth/update-profile',
    'POST /api/auth/wallet-replacement/cancel',
    'POST /api/battles/:id/heartbeat',
    'POST /api/battles/:id/join',
    'POST /api/battles/:id/leave',
    'POST /api/battles/:id/react',
    'POST /api/chain/read',
    'POST /api/invites/:id/withdraw',
    'POST /api/lessons/:id/lab',
    'POST /api/lessons/trial/quiz',
    'POST /api/notifications/:id/read',
    'POST /api/notifications/preferences',
    'POST /api/notifications/push',
    'POST /api/notifications/read-all',
    'POST /api/review/start',
    'POST /api/units/:id/placement',
    'POST /api/user/sessions/:id/end',
    'POST /api/user/sessions/end-others',
    'POST /api/user/time-zone',
    'POST /api/user/upload-profile-image',
    'POST /api/whitelist',
    'POST /api/whitelist/csv',
    'PUT /api/battles/:id/mutes/:userId',
    'PUT /api/battles/:id/reminder',
    'PUT /api/battles/settings',
    'PUT /api/blocks/:id',
    'PUT /api/comments/:id/report',
    'PUT /api/follows/:id',
    'PUT /api/follows/settings',
    'PUT /api/friend-streaks/:id',
    'PUT /api/leagues/me',
    'PUT /api/reminders/hours',
    'PUT /api/mutes/:id',
    'PUT /api/users/:id/report',
    'PUT /api/vouch/words/:id/report',
  ],
  'says how many, not how many more': ['PUT /api/admin/people/:id/invites'],
  'signs what is held already': ['POST /api/steeze/redeem/sign'],
  'ends challenges, each of which can be ended once': [
    'DELETE /api/whitelist/:walletAddress',
    'POST /api/admin/people/:id/suspend',
  ],
  'has nobody yet whose key it could be, and a message that is good once': ['POST /api/auth/wallet'],
  'leaves nobody whose answer could be kept': ['POST /api/user/delete'],
}

describe('calls that write', () => {
  it('take an Idempotency-Key where they move value [ledger.key-accepted]', () => {
    const contract = Object.entries(calls) as [string, Call][]
    const without = contract.filter(([key, { idempotent }]) => !key.startsWith('GET ') && !idempotent)
    expect(without.map(([key]) => key).sort()).toEqual(Object.values(WITHOUT_KEY).flat().sort())
  })
})
