import type { Hex } from './bytes.ts'
import type { Lab } from './lab.ts'

/** A line of a table: a balance, or a detail the wallet shows. */
export interface Row {
  label: string
  value: string
  /** Shown in full with figures of one width, for addresses and amounts. */
  isExact?: boolean
}

/** A form's field. Amounts are typed in whole units, such as USDC, and passed to the lab in smallest units. */
export type Field =
  | { type: 'amount'; label: string; unit: string; decimals: number; preset?: bigint }
  | { type: 'choice'; label: string; options: readonly { value: string; text: string; detail?: string }[] }

export type Fields = Readonly<Record<string, Field>>

export interface Input {
  amount(field: string): bigint
  choice(field: string): string
}

export interface Request {
  /** Host of the site that asks, or a person. */
  from: string
  title: string
  /** What the site says. The wallet adds what it decodes itself. */
  rows: readonly Row[]
  fields?: Fields
  /** Whether the wallet shows the bytes only, as a device does that can't decode the call. */
  isBlind?: boolean
  onApprove(input: Input): Promise<void>
  onReject?(): Promise<void>
}

/** An action the learner can take without being asked. */
export interface Move {
  label: string
  fields?: Fields
  /** Label of the button if the move has fields. */
  submit?: string
  /** Host of the site on which the learner does it; without one, it is done in the wallet. */
  site?: string
  /** Time until the next block; 2 s by default, a block of Base. 0 mines none. */
  seconds?: number
  run?(input: Input): Promise<void>
}

export interface Message {
  from: string
  text: string
}

export interface Scene {
  messages?: readonly Message[]
  rows: readonly Row[]
  requests?: Readonly<Record<string, Request>>
  moves: Readonly<Record<string, Move>>
}

export type Verdict = { state: 'open' } | { state: 'solved' } | { state: 'trapped'; trap: string }

/**
 * A lab, run by the same code in the page and on the server. It must depend only on its seed, its parameters and the
 * learner's actions: no clock, no randomness, no environment.
 */
export interface Kind<World> {
  id: string
  /** Raised with every change of behaviour: pages of an older version are told to reload. */
  version: number
  /** How often the lab must be solved in a row, each time on a new chain with other numbers; once by default. */
  rounds?: number
  goal(lab: Lab, world: World): string
  solved: string
  traps: Readonly<Record<string, string>>
  setup(lab: Lab): Promise<World>
  /** Must not write, because a page calls it more often than the server. */
  scene(lab: Lab, world: World): Promise<Scene>
  /** Must not write. Judges the state of the chain, never which buttons were pressed. */
  verdict(lab: Lab, world: World): Promise<Verdict>
  /** Called before a block of this time is mined, so that the other accounts can act. */
  beforeBlock?(lab: Lab, world: World, time: number): Promise<void>
  /** First block in the list of transactions; defaults to the first after the setup. */
  historyFrom?(world: World): number
  names?(lab: Lab, world: World): Readonly<Record<Hex, string>>
  /** Accounts of the learner other than `lab.me`, with names. Their wallet asks before it signs. */
  accounts?(lab: Lab, world: World): Readonly<Record<Hex, string>>
  /** Units of tokens with six decimals other than USDC. */
  tokens?(world: World): Readonly<Record<Hex, string>>
}

// A list of kinds holds worlds of any type.
// biome-ignore lint/suspicious/noExplicitAny: the world is private to its kind
export type AnyKind = Kind<any>
