import type { Hex } from '../src/bytes.ts'
import type { AnyKind } from '../src/kind.ts'
import type { Parameters } from '../src/lab.ts'
import { Session } from '../src/session.ts'
import type { Action, Transcript } from '../src/transcript.ts'
import { formatUnits } from '../src/units.ts'
import { USDC_DECIMALS } from '../src/usdc.ts'

/** A way to play a lab, for tests and the lesson checks; no page loads it. */
export interface Way {
  /** "solved", or the name of a trap. */
  ends: string
  /** A lesson parameter that makes this way impossible. */
  without?: string
  // The world is private to its kind.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  play(session: Session<any>): AsyncGenerator<Action>
}

/** `reference` solves the lab; every trap has at least one way into it. */
export type Solutions = Readonly<Record<string, Way>> & { reference: Way }

export const move = (name: string, input?: Record<string, string>): Action => ({
  do: 'move',
  move: name,
  ...(input && { input }),
})
export const approve = (request: string, input?: Record<string, string>): Action => ({
  do: 'approve',
  request,
  ...(input && { input }),
})
export const reject = (request: string): Action => ({ do: 'reject', request })

export const unitsText = (value: bigint, decimals = USDC_DECIMALS): string =>
  formatUnits(value, decimals).replaceAll(',', '')

export async function* untilEnd(session: Session<unknown>, name: string): AsyncGenerator<Action> {
  while ((await session.verdict()).state === 'open') yield move(name)
}

/** Yields the actions of a way, in each round anew. Each must be performed before the next is asked for. */
export async function* playRounds(way: Way, session: Session<unknown>): AsyncGenerator<Action> {
  let round: number
  do {
    round = session.round
    for await (const action of way.play(session)) {
      yield action
      if (session.round > round) break
    }
  } while (session.round > round)
}

/** Plays as a page does, reading the scene between actions. Returns the transcript a page would send. */
export async function playWay(
  kind: AnyKind,
  { seed, parameters, way }: { seed: Hex; parameters?: Parameters; way: Way },
): Promise<{ transcript: Transcript; end: string; refusals: string[] }> {
  const session = await Session.open(kind, seed, parameters)
  const actions: Action[] = []
  const refusals: string[] = []
  for await (const action of playRounds(way, session)) {
    const refusal = await session.act(action)
    if (refusal) refusals.push(refusal)
    actions.push(action)
    await session.scene()
  }
  const verdict = await session.verdict()
  return {
    transcript: { kind: kind.id, version: kind.version, seed, actions },
    end: verdict.state === 'trapped' ? verdict.trap : verdict.state,
    refusals,
  }
}
