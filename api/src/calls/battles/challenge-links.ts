import { z } from 'zod'
import { LINK_STATUSES } from '../../battle-statuses.ts'
import { call } from '../../contract/call.ts'
import { listed } from '../../listed.ts'
import { BATTLE_RULES, SPRINT_MINUTES } from '../../rules/battles.ts'
import { ROUND_RULES } from '../../rules/rounds.ts'
import { EnteredNumber, Moment, Whole } from '../../shapes.ts'
import { BattleParams, BattleParticipant, DECIDED_BY, Permission } from './battle.ts'
import { ACCEPT_ERRORS, Description, decision, SoftClose, STEP, Title } from './challenges.ts'

const LENGTHS_TEXT = `A battle lasts ${listed(BATTLE_RULES.hours)} hours, or ${listed(SPRINT_MINUTES)} minutes`

/** A challenge that goes to the first person who opens its link and accepts. */
const ChallengeLink = z.object({
  /** Id of the link's page, and of the battle once there is one. */
  id: z.uuid(),
  title: z.string().nullable(),
  description: z.string(),
  status: z.enum(LINK_STATUSES),
  challenger: BattleParticipant,
  /** AP staked by each side. */
  stake: Whole,
  duration: z.number(),
  softClose: z.boolean(),
  decidedBy: z.enum(DECIDED_BY),
  /** Most rounds; null if gifts decide. */
  bestOf: z.literal([...ROUND_RULES.bestOf]).nullable(),
  startsInMinutes: z.int().min(1),
  createdAt: Moment,
  expiresAt: Moment,
  can: z.object({ accept: Permission, withdraw: Permission }),
  serverTime: Moment,
})
export type ChallengeLink = z.output<typeof ChallengeLink>

export const challengeLinkCalls = {
  'GET /api/challenge-links': call({
    summary: 'List the user’s open challenge links, newest first',
    access: 'user',
    rate: 'read',
    answer: z.array(ChallengeLink),
  }),
  'GET /api/challenge-links/:id': call({
    summary: 'Get the challenge behind a link, and whether its viewer may accept it',
    access: 'viewer',
    rate: 'read',
    params: BattleParams,
    answer: ChallengeLink,
    errors: ['CHALLENGE_LINK_NOT_FOUND'],
  }),
  'POST /api/challenge-links': call({
    summary: 'Challenge whoever opens a link and accepts first; the stake is held until it is withdrawn or expires',
    access: 'user',
    rate: 'write',
    idempotent: true,
    body: z.object({
      title: Title.nullish(),
      stakeAmount: EnteredNumber,
      description: Description.nullish(),
      /** Length of the battle in hours; ignored for rounds. */
      duration: z.literal([...BATTLE_RULES.sprintHours, ...BATTLE_RULES.hours], LENGTHS_TEXT),
      softClose: SoftClose,
      ...decision,
    }),
    answer: ChallengeLink,
    errors: [
      'BATTLE_STAKE_INVALID',
      'BATTLE_STAKE_TOO_HIGH',
      'BATTLE_PAIR_LIMIT',
      'BATTLE_TOO_MANY_PENDING',
      'BATTLE_TOO_MANY_OPEN',
      'BATTLE_TOO_MANY_TODAY',
      'BETA_ACCESS_REQUIRED',
      'IN_DEBT',
    ],
  }),
  'POST /api/challenge-links/:id/accept': call({
    ...STEP,
    summary: 'Accept the challenge behind a link; the stake is held, and the battle starts ten minutes later',
    errors: ['CHALLENGE_LINK_NOT_FOUND', 'CHALLENGE_LINK_OWN', 'BATTLE_NOT_PENDING', ...ACCEPT_ERRORS],
  }),
  'POST /api/challenge-links/:id/withdraw': call({
    ...STEP,
    summary: 'Withdraw a challenge link; the stake is returned',
    answer: ChallengeLink,
    errors: ['CHALLENGE_LINK_NOT_FOUND', 'BATTLE_CHALLENGER_ONLY', 'BATTLE_NOT_PENDING'],
  }),
}
