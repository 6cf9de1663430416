import type { Asked } from '../asked.ts'
import type { Row } from '../kind.ts'
import type { Session } from '../session.ts'
import type { Action } from '../transcript.ts'
import type { Asking } from './asking.ts'
import { type Part, partOf } from './part.ts'
import { type Change, type Rehearsal, rehearse } from './rehearse.ts'
import { type Warning, warningsOf } from './warnings.ts'

/** What a wallet shows before it signs. */
export interface Prompt {
  /** Site that asks; null if it was begun in the wallet. */
  site: string | null
  parts: readonly { title: string; rows: readonly Row[] }[]
  /** Estimated changes of balances; null where the wallet can't read what it signs. */
  changes: readonly Change[] | null
  /** Whether the rehearsal failed. */
  fails: boolean
  fee: string
  warnings: readonly Warning[]
}

/**
 * Returns what the learner's wallet shows before an action, from what it would sign and a rehearsal of the transactions
 * in it; undefined if it signs nothing. Changes nothing. Throws `ImpossibleAction`.
 */
export async function promptOf<World>(session: Session<World>, action: Action): Promise<Prompt | undefined> {
  const { lab, kind, world } = session
  const accounts = { [lab.me]: 'Your account', ...kind.accounts?.(lab, world) }
  const asked = (await session.asks(action)).filter(({ by }) => Object.hasOwn(accounts, by))
  if (asked.length === 0) return undefined
  const scene = await session.scene()
  const request = action.do === 'move' ? undefined : scene.requests?.[action.request]
  const site = (action.do === 'move' ? scene.moves[action.move]?.site : request?.from) ?? null
  const texts = [...(scene.messages ?? []).map(({ text }) => text), ...scene.rows.map(({ value }) => value)]
  const asking: Asking = {
    ...{ lab, accounts, texts, isBlind: request?.isBlind ?? false },
    names: kind.names?.(lab, world) ?? {},
    units: kind.tokens?.(world) ?? {},
  }
  const rehearsal = await rehearse(asking, transactionsOf(asked))
  const parts: Part[] = []
  for (const each of asked) parts.push(await partOf(asking, each))
  return {
    site,
    parts: parts.map(({ title, rows }) => ({ title, rows })),
    changes: asking.isBlind ? null : rehearsal.changes,
    fails: !asking.isBlind && rehearsal.fails,
    fee: feeOf(rehearsal),
    warnings: await warningsOf(asking, parts, rehearsal),
  }
}

const transactionsOf = (asked: readonly Asked[]) =>
  asked.flatMap((each) => (each.type === 'transaction' ? [each.tx] : []))

const feeOf = ({ fee }: Rehearsal): string => fee ?? 'none, a signature is free'
