import type { LiveSource } from '../source.ts'

export type WatchableKind = Pick<LiveSource, 'kind' | 'access' | 'hasViewers' | 'fastestMs'>

/** What a server says of itself to an edge. */
export interface Hello {
  kinds: WatchableKind[]
  /** Keys the hashes of viewers; see `viewingKey`. */
  viewingKey: string
}

/** Why an edge gets no state. `away`: ask again. */
export type NoState = 'unknown-topic' | 'not-yours' | 'too-large' | 'away'

export interface OwnStateRequest {
  topic: string
  /** Of an open session of that user, base64url. */
  tokenHash: string
}

export type OwnStateAnswer = { state: Record<string, unknown> | null } | { refused: NoState }

/** Of a teller; `seq` grows with each of its states. */
export interface Told {
  teller: string
  seq: number
  frame: string
}
export type TellAnswer = Told | { refused: NoState }

/** A topic with the number of the newest state that the edge has. */
export type Renewal = [topic: string, seq: number][]

/** Topics in one message. */
export const RENEWED_AT_ONCE = 500
/** After this many intervals without a renewal a server tells no longer. */
export const TOLD_FOR_RENEWALS = 4

/** Published frames carry the teller and the number in front, so that they needn't be escaped. */
export const toldText = ({ teller, seq, frame }: Told): string => `${teller} ${seq}\n${frame}`

/** Published by a teller that stops, so that edges needn't wait for their next renewal. */
export const stoppedText = (teller: string): string => `${teller} stops`
export const isStoppedBy = (text: string, teller: string): boolean => text === stoppedText(teller)

export function toldOf(text: string): Told | undefined {
  const [head] = text.split('\n', 1)
  const [, teller, seq] = /^([\w-]{1,64}) (\d{1,15})$/.exec(head ?? '') ?? []
  return teller === undefined ? undefined : { teller, seq: Number(seq), frame: text.slice((head ?? '').length + 1) }
}
