import { z } from 'zod'
import { call } from '../contract/call.ts'
import type { ErrorCode } from '../errors.ts'
import { CROWD_RULES } from '../rules/crowd.ts'
import { Done, Id, Moment, OtherPerson, TypedLine, Whole } from '../shapes.ts'

const { commentLength } = CROWD_RULES

const BattleParams = z.object({ id: Id })

export const Comment = z.object({
  id: z.uuid(),
  author: OtherPerson.omit({ currentStreak: true }),
  /** Plain text on one line: addresses in it are not links. */
  text: z.string(),
  writtenAt: Moment,
})
export type Comment = z.output<typeof Comment>

const OwnComments = z.object({
  /** Code of the error text that says why the user can't comment now; null if they can. */
  refusal: z.string().nullable(),
  /** Number of comments the user may still write on this battle. */
  left: Whole,
  isMuted: z.boolean(),
  canMute: z.boolean(),
  /** Empty unless the user may mute. */
  muted: z.array(OtherPerson.pick({ id: true, username: true })),
  /** Comments without people the user muted or blocked, or who blocked the user; null if that hides nothing. */
  lane: z.array(Comment).nullable(),
})
export type OwnComments = Omit<z.output<typeof OwnComments>, 'refusal'> & { refusal: ErrorCode | null }

/** Platforms whose chats can take part. */
export const ChatProvider = z.enum(['twitch', 'kick'])
export type ChatProvider = z.output<typeof ChatProvider>

const Channel = z.object({ provider: ChatProvider, channel: z.string() })

const BattleCheers = z.object({
  challenger: Whole,
  opponent: Whole,
  /** Chats that take part, by the participant whose channel it is. */
  chats: z.array(Channel.extend({ participantId: z.uuid(), isConnected: z.boolean() })),
})

const ChatParams = BattleParams.extend({ provider: ChatProvider })

const mute = (summary: string, more: readonly ErrorCode[] = []) =>
  call({
    summary,
    access: 'user',
    rate: 'write',
    withoutKey: 'moves no value',
    params: BattleParams.extend({ userId: Id }),
    answer: Done,
    errors: [
      'BATTLE_NOT_FOUND',
      'USER_NOT_FOUND',
      'MUTE_NOT_ALLOWED',
      'MUTE_PARTICIPANT',
      'ADMIN_OWN_CASE',
      'FRESH_SIGN_IN_REQUIRED',
      ...more,
    ],
  })

export const crowdCalls = {
  'GET /api/battles/:id/comments': call({
    summary: 'List the newest 50 comments on a battle, oldest first, without those of muted people',
    access: 'public',
    rate: 'read',
    params: BattleParams,
    answer: z.array(Comment),
    errors: ['BATTLE_NOT_FOUND'],
  }),
  'GET /api/battles/:id/comments/own': call({
    summary: 'Get whether the user may comment on a battle and mute people there, and the lane they see',
    access: 'user',
    rate: 'read',
    params: BattleParams,
    answer: OwnComments,
    errors: ['BATTLE_NOT_FOUND'],
  }),
  'POST /api/battles/:id/comments': call({
    summary: 'Comment on a battle, from an hour before its start until it ends',
    access: 'user',
    rate: 'write',
    idempotent: true,
    params: BattleParams,
    body: z.object({
      text: TypedLine(commentLength, `A comment has at most ${commentLength} characters`).pipe(
        z.string().min(1, 'Write something'),
      ),
    }),
    answer: Comment,
    errors: [
      'BATTLE_NOT_FOUND',
      'COMMENTS_NOT_OPEN',
      'COMMENTS_CLOSED',
      'COMMENTS_UNAVAILABLE',
      'COMMENT_PARTICIPANT_BLOCKED',
      'COMMENT_MUTED',
      'COMMENTS_USED_UP',
      'COMMENT_TOO_SOON',
      'BETA_ACCESS_REQUIRED',
    ],
  }),
  'GET /api/battles/:id/cheers': call({
    summary: 'Count the cheers for both sides of a battle, which never touch the score',
    access: 'public',
    rate: 'read',
    params: BattleParams,
    answer: BattleCheers,
    errors: ['BATTLE_NOT_FOUND'],
  }),
  'GET /api/battles/:id/chats': call({
    summary: 'List the proven channels of a participant whose chat can take part in their battle; empty for others',
    access: 'user',
    rate: 'read',
    params: BattleParams,
    answer: z.array(Channel),
    errors: ['BATTLE_NOT_FOUND'],
  }),
  'PUT /api/battles/:id/chats/:provider': call({
    summary: 'Let the chat of one’s own channel cheer in a battle, from an hour before its start until it ends',
    access: 'user',
    rate: 'write',
    withoutKey: 'moves no value',
    params: ChatParams,
    answer: Done,
    errors: ['BATTLE_NOT_FOUND', 'BATTLE_PARTICIPANTS_ONLY', 'CHAT_OFF', 'CHAT_NOT_OPEN', 'CHAT_CHANNEL_MISSING'],
  }),
  'DELETE /api/battles/:id/chats/:provider': call({
    summary: 'Stop listening to the chat of one’s own channel',
    access: 'user',
    rate: 'write',
    withoutKey: 'moves no value',
    params: ChatParams,
    answer: Done,
    errors: ['BATTLE_NOT_FOUND', 'BATTLE_PARTICIPANTS_ONLY'],
  }),
  'PUT /api/battles/:id/mutes/:userId': mute('Hide the comments of a person on this battle from everybody', [
    'BATTLE_MUTES_USED_UP',
  ]),
  'DELETE /api/battles/:id/mutes/:userId': mute('Show the comments of a muted person again'),
}
