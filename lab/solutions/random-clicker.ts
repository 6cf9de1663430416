import { keccakText } from '../src/bytes.ts'
import { LimitExceeded } from '../src/chain.ts'
import type { AnyKind, Field, Fields } from '../src/kind.ts'
import { MAX_ACTIONS } from '../src/limits.ts'
import { Session } from '../src/session.ts'
import type { Action } from '../src/transcript.ts'
import { parseUnits } from '../src/units.ts'
import { unitsText } from './solution.ts'

const TRIES = 11

/**
 * Returns whether a learner who understands nothing solves a lab: one try and ten restarts, each with a seed of its own
 * and as many actions as a run may have. `random` returns numbers in [0, 1).
 */
export async function solvesAtRandom(kind: AnyKind, name: string, random: () => number): Promise<boolean> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const seed = `0x${Buffer.from(keccakText(`${name} ${attempt}`)).toString('hex')}` as const
    if (await solvesOnce(await Session.open(kind, seed), random)) return true
  }
  return false
}

async function solvesOnce(session: Session<unknown>, random: () => number): Promise<boolean> {
  try {
    for (let count = 0; count < MAX_ACTIONS; count++) {
      const actions = await offered(session, random)
      if (actions.length === 0) return false
      await session.act(pick(actions, random))
      const { state } = await session.verdict()
      if (state !== 'open') return state === 'solved'
    }
  } catch (error) {
    if (!(error instanceof LimitExceeded)) throw error
  }
  return false
}

/** Returns every action of this moment, its fields filled in at random. */
async function offered(session: Session<unknown>, random: () => number): Promise<Action[]> {
  const { messages = [], rows, moves, requests = {} } = await session.scene()
  const texts = [session.goal, ...messages.map(({ text }) => text)]
  const asked = Object.values(requests).flatMap((request) => request.rows)
  const named = [...texts, ...[...rows, ...asked].map(({ value }) => value)]
    .flatMap((text) => text.match(/(?<![\w.])\d[\d,]*(?:\.\d+)?(?![\w])/g) ?? [])
    .map((amount) => amount.replaceAll(',', ''))
  const inputOf = (fields: Fields = {}) =>
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fill(field, named, random)]))
  return [
    ...Object.entries(moves).map(([move, { fields }]): Action => ({ do: 'move', move, input: inputOf(fields) })),
    ...Object.entries(requests).flatMap(([request, { fields }]): Action[] => [
      { do: 'approve', request, input: inputOf(fields) },
      { do: 'reject', request },
    ]),
  ]
}

function fill(field: Field, named: readonly string[], random: () => number): string {
  if (field.type === 'choice') return pick(field.options, random).value
  const { decimals, preset } = field
  const drawn = unitsText(BigInt(Math.floor(random() * 1000)) * 10n ** BigInt(Math.max(0, decimals - 1)), decimals)
  const fitting = named.filter((amount) => parseUnits(amount, decimals) !== undefined)
  const ways = [drawn, ...(preset === undefined ? [] : [unitsText(preset, decimals)])]
  return pick(fitting.length > 0 ? [...ways, pick(fitting, random)] : ways, random)
}

const pick = <T>(items: readonly T[], random: () => number): T => items[Math.floor(random() * items.length)] as T
