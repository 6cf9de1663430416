import { z } from 'zod'
import { call } from '../../contract/call.ts'
import type { ErrorCode } from '../../errors.ts'
import { PlainText } from '../../shapes.ts'
import { STREAM_ADDRESS_LENGTH, STREAM_KINDS } from '../../streams.ts'
import { BattleParams, BattleStream } from './battle.ts'

const OwnStreams = z.object({
  /** Shown in every battle of the user that names no other; null for none. */
  stream: BattleStream.nullable(),
  /** Streams of the channels that the user has proven to be theirs. */
  channels: z.array(BattleStream),
  /** Hosts of the operator's list, from which everybody may show streams. */
  hosts: z.array(z.object({ kind: z.enum(STREAM_KINDS), host: z.string() })),
  /** Why an admin hid the user's streams; null if they are shown. */
  hiddenReason: z.string().nullable(),
})
export type OwnStreams = z.output<typeof OwnStreams>

const BattleStreamChoice = z.object({
  /** `default`: the stream of the settings. `none`: no stream in this battle. */
  choice: z.enum(['default', 'other', 'none']),
  stream: BattleStream.nullable(),
})
export type BattleStreamChoice = z.output<typeof BattleStreamChoice>

/** The address of a channel or stream, as people type it. */
const Address = PlainText.max(STREAM_ADDRESS_LENGTH, 'This address is too long')

const STREAM_ERRORS = [
  'STREAM_ADDRESS_INVALID',
  'STREAM_ADDRESS_INSECURE',
  'STREAM_HOST_UNKNOWN',
  'STREAM_CHANNEL_MISSING',
  'STREAM_CHANNEL_UNPROVEN',
] as const satisfies readonly ErrorCode[]

const IN_BATTLE_ERRORS = ['BATTLE_NOT_FOUND', 'BATTLE_PARTICIPANTS_ONLY'] as const

export const streamCalls = {
  'GET /api/battles/streams': call({
    summary: 'Get the stream that the user shows in their battles, and those they may choose from',
    access: 'user',
    rate: 'read',
    answer: OwnStreams,
  }),
  'PUT /api/battles/streams': call({
    summary: 'Set the stream that the user shows in their battles; null for none',
    access: 'user',
    rate: 'write',
    withoutKey: 'moves no value',
    body: z.object({ address: Address.nullable() }),
    answer: OwnStreams,
    errors: STREAM_ERRORS,
  }),
  'GET /api/battles/:id/stream': call({
    summary: 'Get which stream the user shows in one of their battles',
    access: 'user',
    rate: 'read',
    params: BattleParams,
    answer: BattleStreamChoice,
    errors: IN_BATTLE_ERRORS,
  }),
  'PUT /api/battles/:id/stream': call({
    summary: 'Show another stream than that of the settings in one battle; null for none',
    access: 'user',
    rate: 'write',
    withoutKey: 'moves no value',
    params: BattleParams,
    body: z.object({ address: Address.nullable() }),
    answer: BattleStreamChoice,
    errors: [...IN_BATTLE_ERRORS, ...STREAM_ERRORS],
  }),
  'DELETE /api/battles/:id/stream': call({
    summary: 'Show the stream of the settings in this battle again',
    access: 'user',
    rate: 'write',
    withoutKey: 'moves no value',
    params: BattleParams,
    answer: BattleStreamChoice,
    errors: IN_BATTLE_ERRORS,
  }),
}
