import { z } from 'zod'
import { call } from './call.ts'
import { Done, Moment, Whole } from './shapes.ts'

/** One browser somebody is signed in with. */
export const Session = z.object({
  /** Names it; signs nobody in. */
  id: z.string(),
  /** As the browser says of itself; null where it says nothing we know. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  isPhone: z.boolean(),
  createdAt: Moment,
  /** Written down once an hour at most. */
  lastUsedAt: Moment,
  /** The one that asks. */
  isCurrent: z.boolean(),
})
export type Session = z.output<typeof Session>

export const settingsCalls = {
  'GET /api/user/sessions': call({
    summary: 'The browsers I am signed in with, this one first, then by last use',
    access: 'user',
    whileRestricted: true,
    rate: 'read',
    answer: z.array(Session),
  }),
  'POST /api/user/sessions/:id/end': call({
    summary: 'Sign one of my browsers out, at once',
    access: 'user',
    whileRestricted: true,
    rate: 'write',
    params: z.object({ id: z.string().regex(/^[0-9a-f]{64}$/, 'Not a session') }),
    answer: Done,
    errors: ['SESSION_NOT_FOUND'],
  }),
  'POST /api/user/sessions/end-others': call({
    summary: 'Sign all my browsers out but this one, at once',
    access: 'user',
    whileRestricted: true,
    rate: 'write',
    answer: z.object({ ended: Whole }),
  }),
}
