import { z } from 'zod'
import { call } from '../call.ts'
import { PlainText, Whole } from '../shapes.ts'

export const FoundUser = z.object({
  id: z.uuid(),
  username: z.string(),
  firstName: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  walletAddress: z.string().nullable(),
  /** All Aura Points, those at stake included, and the part that is free to stake. */
  auraPoints: Whole,
  availableAuraPoints: Whole,
  currentStreak: Whole,
})
export type FoundUser = z.output<typeof FoundUser>

export const usersCalls = {
  'GET /api/users/search': call({
    summary: 'People by a part of their username or the beginning of their wallet address, at most 20',
    access: 'user',
    rate: 'read',
    query: z.object({
      /** Nothing but blanks finds nobody. */
      q: PlainText.max(100).default(''),
      limit: z.coerce.number().int().min(1).max(20).default(20),
    }),
    answer: z.array(FoundUser),
  }),
}
