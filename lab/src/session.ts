import { bytesToHex, hexToBytes, utf8ToBytes } from '@ethereumjs/util'
import type { Asked } from './asked.ts'
import { type Hex, keccak } from './bytes.ts'
import { type Budget, LimitExceeded, TransactionRejected } from './chain.ts'
import type { AnyKind, Field, Fields, Input, Kind, Scene, Verdict } from './kind.ts'
import { Lab, type Parameters } from './lab.ts'
import { limitsOf } from './limits.ts'
import { remember } from './remember.ts'
import type { Action } from './transcript.ts'
import { parseUnits } from './units.ts'

/** Thrown for an action the lab doesn't offer at this moment. Our own page never sends one. */
export class ImpossibleAction extends Error {}

/** A lab in progress. `lab`, `world` and `firstBlock` are those of the current round. */
export class Session<World> {
  readonly kind: Kind<World>
  readonly rounds: number
  readonly limits: ReturnType<typeof limitsOf>
  round = 1
  lab: Lab
  world: World
  firstBlock: number
  private readonly seed: Hex
  private readonly parameters: Parameters
  private actions = 0

  private constructor(kind: Kind<World>, seed: Hex, parameters: Parameters, { lab, world, firstBlock }: Round<World>) {
    this.kind = kind
    this.rounds = (kind.rounds ?? 1) + lab.level
    this.limits = limitsOf(kind.rounds ?? 1, lab.level)
    this.seed = seed
    this.parameters = parameters
    this.lab = lab
    this.world = world
    this.firstBlock = firstBlock
  }

  static async open<World>(kind: Kind<World>, seed: Hex, parameters: Parameters = {}): Promise<Session<World>> {
    const lab = new Lab(seed, parameters)
    const { budget } = limitsOf(kind.rounds ?? 1, lab.level)
    return new Session(kind, seed, parameters, await openRound(kind, lab, budget))
  }

  get goal(): string {
    const goal = this.kind.goal(this.lab, this.world)
    if (this.rounds === 1) return goal
    const times = this.rounds === 2 ? 'twice' : `${this.rounds} times`
    return `${goal} Do this ${times} in a row: amounts, addresses and their order change each time.`
  }

  async scene(): Promise<Scene> {
    const full = await this.kind.scene(this.lab, this.world)
    const scene = this.lab.level > 0 ? withoutPresets(full) : full
    if (this.rounds === 1) return scene
    return { ...scene, rows: [{ label: 'Round', value: `${this.round} of ${this.rounds}` }, ...scene.rows] }
  }

  /** Returns the names of addresses. Above level 0 people have none, as in an explorer. */
  names(): Readonly<Record<Hex, string>> {
    const { kind, lab, world } = this
    const names = Object.entries(kind.names?.(lab, world) ?? {}) as [Hex, string][]
    return Object.fromEntries(lab.level > 0 ? names.filter(([address]) => !lab.isAccount(address)) : names)
  }

  /** "solved" only in the last round. */
  verdict = (): Promise<Verdict> => this.kind.verdict(this.lab, this.world)

  /**
   * Performs an action and mines. Returns the node's reason if it refused the transaction; then no block is mined.
   * Throws `ImpossibleAction` and `LimitExceeded`.
   */
  async act(action: Action): Promise<string | undefined> {
    if (this.actions++ >= this.limits.actions) throw new LimitExceeded('actions')
    let seconds: number
    try {
      seconds = await this.perform(action)
    } catch (error) {
      if (!(error instanceof TransactionRejected)) throw error
      return error.message
    }
    if (seconds > 0) await this.mine(seconds)
    if (this.round < this.rounds && (await this.verdict()).state === 'solved') await this.nextRound()
    return undefined
  }

  /**
   * Returns what an action would use keys for, in order, and changes nothing. Empty if it would be refused. Throws
   * `ImpossibleAction`.
   */
  async asks(action: Action): Promise<readonly Asked[]> {
    const asked: Asked[] = []
    const [undo, forget] = [this.lab.chain.snapshot(), remember(this.world)]
    this.lab.asked = asked
    try {
      await this.perform(action)
      return asked
    } catch (error) {
      if (!(error instanceof TransactionRejected || error instanceof LimitExceeded)) throw error
      return []
    } finally {
      this.lab.asked = undefined
      undo()
      forget()
    }
  }

  /** Performs an action without mining. Returns the seconds until the next block. Throws `TransactionRejected`. */
  private async perform(action: Action): Promise<number> {
    const scene = await this.kind.scene(this.lab, this.world)
    if (action.do === 'move') {
      const move = own(scene.moves, action.move)
      await move.run?.(readInput(move.fields, action.input))
      return move.seconds ?? 2
    }
    const request = own(scene.requests ?? {}, action.request)
    if (action.do === 'reject') await request.onReject?.()
    else await request.onApprove(readInput(request.fields, action.input))
    return 2
  }

  private async nextRound(): Promise<void> {
    this.round++
    const seed = bytesToHex(keccak(hexToBytes(this.seed), utf8ToBytes(`round ${this.round}`)))
    Object.assign(this, await openRound(this.kind, new Lab(seed, this.parameters), this.lab.chain.budget))
  }

  private async mine(seconds: number): Promise<void> {
    const time = this.lab.chain.time + seconds
    await this.kind.beforeBlock?.(this.lab, this.world, time).catch((cause: unknown) => {
      if (cause instanceof LimitExceeded) throw cause
      throw new Error(`An account of the lab ${this.kind.id} failed`, { cause })
    })
    await this.lab.chain.mine(seconds)
  }
}

type Round<World> = Pick<Session<World>, 'lab' | 'world' | 'firstBlock'>

/** Sets up a round that may use what is left of `budget`. */
async function openRound<World>(kind: Kind<World>, lab: Lab, budget: Budget): Promise<Round<World>> {
  const world = await kind.setup(lab)
  Object.assign(lab.chain.budget, budget)
  return { lab, world, firstBlock: kind.historyFrom?.(world) ?? lab.chain.height + 1 }
}

/** Returns the scene with amounts to be typed, none suggested. */
function withoutPresets({ moves, requests, ...scene }: Scene): Scene {
  return { ...scene, moves: unset(moves), ...(requests && { requests: unset(requests) }) }
}

function unset<T extends { fields?: Fields }>(asked: Readonly<Record<string, T>>): Record<string, T> {
  const bare = (field: Field): Field => {
    if (field.type !== 'amount') return field
    const { preset: _, ...rest } = field
    return rest
  }
  return Object.fromEntries(
    Object.entries(asked).map(([name, { fields = {}, ...rest }]) => {
      const open = Object.fromEntries(Object.entries(fields).map(([label, field]) => [label, bare(field)]))
      return [name, { ...rest, fields: open } as T]
    }),
  )
}

/** Own properties only, because names come from the learner. */
function own<T>(record: Readonly<Record<string, T>>, key: string): T {
  const value = Object.hasOwn(record, key) ? record[key] : undefined
  if (value === undefined) throw new ImpossibleAction(key)
  return value
}

function readInput(fields: Fields = {}, input: Readonly<Record<string, string>> = {}): Input {
  for (const name of Object.keys(input)) own(fields, name)
  const values = new Map(Object.entries(fields).map(([name, field]) => [name, readField(field, own(input, name))]))
  const value = (name: string) => {
    const found = values.get(name)
    if (found === undefined) throw new Error(`The form has no field ${name}`)
    return found
  }
  return { amount: (name) => BigInt(value(name)), choice: (name) => `${value(name)}` }
}

function readField(field: Field, text: string): bigint | string {
  if (field.type === 'choice') {
    if (!field.options.some(({ value }) => value === text)) throw new ImpossibleAction(text)
    return text
  }
  const amount = parseUnits(text, field.decimals)
  if (amount === undefined) throw new ImpossibleAction(text)
  return amount
}

export type Replay =
  | { outcome: 'replayed'; verdict: Verdict; gas: number }
  | { outcome: 'refused'; reason: 'impossible' | 'limits'; action: number }
  | { outcome: 'stopped'; action: number }

/**
 * Replays a learner's actions from the seed. The server trusts only this verdict. It doesn't depend on `isOver`, which
 * is asked before each action: the replay either reaches its verdict or is stopped without one.
 */
export async function replay(
  kind: AnyKind,
  { seed, parameters, actions }: { seed: Hex; parameters?: Parameters; actions: readonly Action[] },
  isOver: () => boolean = () => false,
): Promise<Replay> {
  let done = 0
  try {
    const session = await Session.open(kind, seed, parameters)
    for (const action of actions) {
      if (isOver()) return { outcome: 'stopped', action: done }
      await session.act(action)
      done++
    }
    const gas = Number(session.limits.budget.gas - session.lab.chain.budget.gas)
    return { outcome: 'replayed', verdict: await session.verdict(), gas }
  } catch (error) {
    if (error instanceof LimitExceeded) return { outcome: 'refused', reason: 'limits', action: done }
    if (error instanceof ImpossibleAction) return { outcome: 'refused', reason: 'impossible', action: done }
    throw error
  }
}
