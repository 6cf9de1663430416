import { z } from 'zod'
import { call } from '../contract/call.ts'
import { Done, Id } from '../shapes.ts'
import { Battle, BattleCounts, BattleDetail, BattleParams, Status } from './battles/battle.ts'
import { challengeLinkCalls } from './battles/challenge-links.ts'
import { challengeCalls } from './battles/challenges.ts'
import { giftCalls } from './battles/gifts.ts'
import { practiceCalls } from './battles/practice.ts'
import { receiptCalls } from './battles/receipt.ts'
import { roundsCalls } from './battles/rounds.ts'
import { streamCalls } from './battles/streams.ts'

/** `battle_update`: any other change, such as a cancellation, expiry, start or end. */
export const battlesNotifications = ['battle_challenge', 'battle_accepted', 'battle_rejected', 'battle_update'] as const

const BattleReminder = z.object({ isSet: z.boolean() })

const MAX_TAPS = 10

export const battlesCalls = {
  'GET /api/battles': call({
    summary: 'List battles: live ones by end, upcoming ones by start, the rest newest first',
    access: 'viewer',
    rate: 'read',
    heavy: true,
    query: z.object({
      view: z.enum(['all', 'live', 'upcoming', 'completed']).default('all'),
      after: Id.optional(),
      limit: z.coerce.number().int().min(1).max(100).default(100),
    }),
    answer: z.array(Battle),
  }),
  'GET /api/battles/counts': call({
    summary: 'Count battles by status',
    access: 'viewer',
    rate: 'read',
    heavy: true,
    answer: BattleCounts,
  }),
  'GET /api/spotlight': call({
    summary: 'Get the live battle that ends first, else the one that ended last, as a visitor sees it',
    access: 'public',
    rate: 'read',
    answer: z.object({ battle: BattleDetail.nullable() }),
  }),
  'GET /api/battles/user': call({
    summary: 'List the user’s battles: those awaiting their answer, live, upcoming, then past, newest first',
    access: 'user',
    rate: 'read',
    heavy: true,
    query: z.object({
      status: Status.optional(),
      after: Id.optional(),
      limit: z.coerce.number().int().min(1).max(100).default(100),
    }),
    answer: z.array(Battle),
  }),
  'GET /api/battles/:id': call({
    summary: 'Get a battle and the actions open to its viewer',
    access: 'viewer',
    rate: 'read',
    params: BattleParams,
    answer: BattleDetail,
    errors: ['BATTLE_NOT_FOUND'],
  }),
  'GET /api/battles/:id/reminder': call({
    summary: 'Get whether the user is notified when this battle starts',
    access: 'user',
    rate: 'read',
    params: BattleParams,
    answer: BattleReminder,
    errors: ['BATTLE_NOT_FOUND'],
  }),
  'PUT /api/battles/:id/reminder': call({
    summary: 'Notify the user when this battle starts or is called off',
    access: 'user',
    rate: 'write',
    withoutKey: 'moves no value',
    params: BattleParams,
    answer: BattleReminder,
    errors: ['BATTLE_NOT_FOUND', 'BATTLE_NOT_UPCOMING', 'BATTLE_REMINDER_OWN'],
  }),
  'DELETE /api/battles/:id/reminder': call({
    summary: 'Remove the reminder',
    access: 'user',
    rate: 'write',
    withoutKey: 'moves no value',
    params: BattleParams,
    answer: BattleReminder,
    errors: ['BATTLE_NOT_FOUND'],
  }),
  'POST /api/battles/:id/join': call({
    summary: 'Start watching a battle',
    access: 'user',
    rate: 'write',
    withoutKey: 'moves no value',
    params: BattleParams,
    answer: Done,
    errors: ['BATTLE_NOT_FOUND'],
  }),
  'POST /api/battles/:id/heartbeat': call({
    summary: 'Keep watching a battle; sent every 15 seconds',
    access: 'user',
    rate: 'write',
    withoutKey: 'moves no value',
    params: BattleParams,
    answer: Done,
  }),
  'POST /api/battles/:id/leave': call({
    summary: 'Stop watching a battle',
    access: 'user',
    rate: 'write',
    withoutKey: 'moves no value',
    params: BattleParams,
    answer: Done,
  }),
  'POST /api/battles/:id/react': call({
    summary: 'Cheer for a side of a live battle; shown to its viewers and not stored',
    access: 'user',
    rate: 'tap',
    withoutKey: 'moves no value',
    params: BattleParams,
    body: z.object({ participantId: Id, taps: z.int().min(1).max(MAX_TAPS) }),
    answer: Done,
    errors: ['BATTLE_NOT_FOUND', 'BATTLE_NOT_ACTIVE', 'REACTION_TO_OUTSIDER'],
  }),
  ...challengeCalls,
  ...challengeLinkCalls,
  ...giftCalls,
  ...receiptCalls,
  ...practiceCalls,
  ...roundsCalls,
  ...streamCalls,
}
