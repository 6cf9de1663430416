import type { Hex } from './bytes.ts'
import type { Lab } from './lab.ts'

/** A line of a table: a balance, or a part of what a wallet shows. */
export interface Row {
  label: string
  value: string
  /** Shown whole and in figures of one width, as addresses and amounts are. */
  isExact?: boolean
}

/** A form's field. Amounts are typed in whole units, such as USDC, and reach the lab in the smallest ones. A count has no unit. */
export type Field =
  | { type: 'amount'; label: string; unit: string; decimals: number; preset?: bigint }
  | { type: 'choice'; label: string; options: readonly { value: string; text: string; detail?: string }[] }

export type Fields = Readonly<Record<string, Field>>

/** The values of a form: of an amount in smallest units, of a choice the chosen value. */
export interface Input {
  amount(field: string): bigint
  choice(field: string): string
}

/** Something the wallet asks the learner to sign. */
export interface Request {
  /** The site or person that asks. */
  from: string
  title: string
  rows: readonly Row[]
  fields?: Fields
  onApprove(input: Input): Promise<void>
  onReject?(): Promise<void>
}

/** Something the learner can do without being asked. */
export interface Move {
  label: string
  fields?: Fields
  /** The button of a move with fields. */
  submit?: string
  /** Time that passes before the next block; 2 s, a block of Base, where it is not given. 0 mines none. */
  seconds?: number
  run?(input: Input): Promise<void>
}

/** A message of another person, or of the story. */
export interface Message {
  from: string
  text: string
}

/** A lab at one moment: its state and the possible moves. */
export interface Scene {
  messages?: readonly Message[]
  rows: readonly Row[]
  requests?: Readonly<Record<string, Request>>
  moves: Readonly<Record<string, Move>>
}

export type Verdict = { state: 'open' } | { state: 'solved' } | { state: 'trapped'; trap: string }

/**
 * A lab, run by the same code in the page and on the server. It must depend on nothing but its seed, its parameters and
 * the learner's actions: no clock, no chance, no environment.
 */
export interface Kind<World> {
  id: string
  /** Raised with every change of behaviour, so that a page of an older version is told to reload. */
  version: number
  /** The goal in a sentence or two. */
  goal(lab: Lab, world: World): string
  /** Shown when it is solved. */
  solved: string
  /** Shown for each way to fail, by the verdict's trap. */
  traps: Readonly<Record<string, string>>
  setup(lab: Lab): Promise<World>
  /** Reads only: a page looks more often than a server. */
  scene(lab: Lab, world: World): Promise<Scene>
  /** Reads only. A condition on the chain, never on which buttons were pressed. */
  verdict(lab: Lab, world: World): Promise<Verdict>
  /** Lets the other accounts act before a block of this time is mined. */
  beforeBlock?(lab: Lab, world: World, time: number): Promise<void>
  /** The first block that the list of transactions shows; the first after the setup where it is not given. */
  historyFrom?(world: World): number
  /** Names of addresses for the list of transactions. */
  names?(lab: Lab, world: World): Readonly<Record<Hex, string>>
  /** Units of tokens other than USDC, with six decimals. */
  tokens?(world: World): Readonly<Record<Hex, string>>
}

// A list of kinds holds worlds of any type.
// biome-ignore lint/suspicious/noExplicitAny: the world is private to its kind
export type AnyKind = Kind<any>
