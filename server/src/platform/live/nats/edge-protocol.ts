import type { LiveSource } from '../source.ts'

export type WatchableKind = Pick<LiveSource, 'kind' | 'access' | 'hasViewers' | 'fastestMs'>

/** A server's description of itself for an edge. */
export interface Hello {
  kinds: WatchableKind[]
  /** Key for the hashes of viewers; see `viewingKey`. */
  viewingKey: string
}

/** Reason why an edge gets no state. `away`: ask again. */
export type NoState = 'unknown-topic' | 'not-yours' | 'too-large' | 'away'

export interface OwnStateRequest {
  topic: string
  /** Hash of the token of an open session of that user, base64url. */
  tokenHash: string
}

export type OwnStateAnswer = { state: Record<string, unknown> | null } | { refused: NoState }

/** A state from a teller; `seq` grows with each of its states. */
export interface Told {
  teller: string
  seq: number
  frame: string
}
export type TellAnswer = Told | { refused: NoState }

/** A topic with the number of the newest state that the edge has. */
export type Renewal = [topic: string, seq: number][]

/** Number of topics in a message. */
export const RENEWED_AT_ONCE = 500
/** A server stops telling after this many intervals without a renewal. */
export const TOLD_FOR_RENEWALS = 4

/** Published frames begin with the teller and the number, so that they needn't be escaped. */
export const toldText = ({ teller, seq, frame }: Told): string => `${teller} ${seq}\n${frame}`

/** Published by a teller that stops, so that edges needn't wait for their next renewal. */
export const stoppedText = (teller: string): string => `${teller} stops`
export const isStoppedBy = (text: string, teller: string): boolean => text === stoppedText(teller)

export function toldOf(text: string): Told | undefined {
  const [head] = text.split('\n', 1)
  const [, teller, seq] = /^([\w-]{1,64}) (\d{1,15})$/.exec(head ?? '') ?? []
  return teller === undefined ? undefined : { teller, seq: Number(seq), frame: text.slice((head ?? '').length + 1) }
}
