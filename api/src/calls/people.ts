import { z } from 'zod'
import { call } from '../contract/call.ts'
import { profileFields, userFields } from '../parts.ts'
import { PEOPLE_RULES } from '../rules/people.ts'
import { Moment, OtherPerson, PlainText, TypedLine, UserParams, Whole } from '../shapes.ts'
import { ProvenChannel } from './providers.ts'

const Day = z.iso.date()

const PublicUser = z.object({
  id: z.uuid(),
  username: z.string(),
  firstName: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
  walletAddress: z.string().nullable(),
  twitterUsername: z.string().nullable(),
  /** On X, Twitch, YouTube and Kick. Empty for visitors. */
  channels: z.array(ProvenChannel),
  /** All Aura Points, including stakes. */
  auraPoints: Whole,
  currentStreak: Whole,
  ...userFields,
  createdAt: Moment,
})

const { bioLength, links, linkNameLength } = PEOPLE_RULES

export const About = z.object({
  /** Empty if there is none. */
  bio: z.string(),
  links: z.array(
    z.object({
      /** Empty if it has none. */
      name: z.string(),
      url: z.string(),
      /** The host as it may be shown: in its own letters. */
      host: z.string(),
    }),
  ),
})
export type About = z.output<typeof About>

const BattleOfUser = z.object({
  id: z.uuid(),
  title: z.string().nullable(),
  status: z.string(),
  /** Null until the battle is completed. */
  result: z.enum(['won', 'lost', 'draw']).nullable(),
  opponent: OtherPerson,
  stake: Whole,
  steeze: Whole,
  opponentSteeze: Whole,
  /** Null unless rounds decide it. */
  points: z.object({ own: Whole, opponent: Whole }).nullable(),
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
    summary: 'Search users by part of a username or the start of a wallet address, at most 20',
    access: 'user',
    rate: 'read',
    query: z.object({
      /** A blank query matches no one. */
      q: PlainText.max(100).default(''),
      limit: z.coerce.number().int().min(1).max(20).default(20),
    }),
    answer: z.array(FoundUser),
  }),

  'GET /api/eth-price': call({
    summary: 'Get the ETH price in USD; null if there is none from the last hour',
    access: 'user',
    rate: 'read',
    answer: z.object({ usd: z.number().positive().nullable() }),
  }),
  'GET /api/users/:id': call({
    summary: 'Get a profile; visitors don’t get wallet address, X handle and first name',
    access: 'viewer',
    rate: 'read',
    params: UserParams,
    answer: z.object({
      user: PublicUser,
      /** Completed battles; a draw is neither won nor lost. */
      battleStats: z.object({ total: Whole, won: Whole, lost: Whole }),
      about: About,
      ...profileFields,
    }),
    errors: ['USER_NOT_FOUND'],
  }),
  'PUT /api/user/about': call({
    summary: 'Change the bio and the links of the user’s profile; a refused link changes nothing',
    access: 'user',
    rate: 'write',
    withoutKey: 'moves no value',
    body: z.object({
      bio: TypedLine(bioLength, `A bio has at most ${bioLength} characters`),
      links: z
        .array(
          z.object({
            name: TypedLine(linkNameLength, `A link’s name has at most ${linkNameLength} characters`),
            url: PlainText.max(2_000),
          }),
        )
        .max(links, `A profile has at most ${links} links`),
    }),
    answer: About,
    errors: ['LINK_REFUSED'],
  }),
  'GET /api/users/:id/aura': call({
    summary: 'Get a user’s Aura Points by UTC day for the last year',
    access: 'viewer',
    rate: 'read',
    params: UserParams,
    answer: z.array(z.object({ day: Day, change: z.int(), total: Whole })),
    errors: ['USER_NOT_FOUND'],
  }),
  'GET /api/users/:id/battles': call({
    summary: 'List a user’s accepted battles, newest first, at most 50',
    access: 'viewer',
    rate: 'read',
    params: UserParams,
    answer: z.array(BattleOfUser),
    errors: ['USER_NOT_FOUND'],
  }),
}
