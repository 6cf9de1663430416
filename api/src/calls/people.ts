import { z } from 'zod'
import { call } from '../call.ts'
import { Moment, OtherPerson, PlainText, UserParams, Whole } from '../shapes.ts'
import { VouchStats, vouchesReceived } from './vouching.ts'

const Day = z.iso.date()

const PublicUser = z.object({
  id: z.uuid(),
  username: z.string(),
  firstName: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  walletAddress: z.string().nullable(),
  twitterUsername: z.string().nullable(),
  /** All Aura Points, including stakes. */
  auraPoints: Whole,
  currentStreak: Whole,
  ...vouchesReceived,
  createdAt: Moment,
})

const BattleOfUser = z.object({
  id: z.uuid(),
  title: z.string().nullable(),
  status: z.string(),
  /** Null until it is completed. */
  result: z.enum(['won', 'lost', 'draw']).nullable(),
  opponent: OtherPerson,
  stake: Whole,
  /** Steeze gifted to this person, and to the opponent. */
  steeze: Whole,
  opponentSteeze: Whole,
  endsAt: Moment,
})
export type BattleOfUser = z.output<typeof BattleOfUser>

const FoundUser = z.object({
  id: z.uuid(),
  username: z.string(),
  firstName: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  walletAddress: z.string().nullable(),
  auraPoints: Whole,
  availableAuraPoints: Whole,
  currentStreak: Whole,
})

export const peopleCalls = {
  'GET /api/users/search': call({
    summary: 'People by a part of their username or the beginning of their wallet address, at most 20',
    access: 'user',
    rate: 'read',
    query: z.object({
      /** A blank query finds nobody. */
      q: PlainText.max(100).default(''),
      limit: z.coerce.number().int().min(1).max(20).default(20),
    }),
    answer: z.array(FoundUser),
  }),

  'GET /api/eth-price': call({
    summary: 'What an ETH costs in USD; null while nobody knows, or nobody said within the hour',
    access: 'user',
    rate: 'read',
    answer: z.object({ usd: z.number().positive().nullable() }),
  }),
  'GET /api/users/:id': call({
    summary: 'Somebody’s profile; without wallet address, X handle and first name for visitors',
    access: 'viewer',
    rate: 'read',
    params: UserParams,
    answer: z.object({
      user: PublicUser,
      /** Completed battles; a draw is neither won nor lost. */
      battleStats: z.object({ total: Whole, won: Whole, lost: Whole }),
      vouchStats: VouchStats,
    }),
    errors: ['USER_NOT_FOUND'],
  }),
  'GET /api/users/:id/aura': call({
    summary: 'How somebody’s Aura Points came to be, by days in UTC, the last year of them',
    access: 'viewer',
    rate: 'read',
    params: UserParams,
    answer: z.array(z.object({ day: Day, change: z.int(), total: Whole })),
    errors: ['USER_NOT_FOUND'],
  }),
  'GET /api/users/:id/battles': call({
    summary: 'Somebody’s battles that were accepted, newest first, at most 50',
    access: 'viewer',
    rate: 'read',
    params: UserParams,
    answer: z.array(BattleOfUser),
    errors: ['USER_NOT_FOUND'],
  }),
}
