import { setTimeout as pause } from 'node:timers/promises'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { balancesOf } from '../../server/src/features/ledger/index.ts'
import { testCredit } from '../../server/src/features/steeze/index.ts'
import { whitelistWallet } from '../../server/src/features/whitelist/index.ts'
import type { Context } from '../../server/src/platform/context.ts'
import { grantAp } from '../../tests/server/actors/battles.ts'
import type { Arena } from '../../tests/server/product/arena.ts'
import { liveBattles } from '../support/database.ts'
import { type Ask, Racer, type Reply } from './racer.ts'

export interface Track {
  ctx: Context
  ports: readonly number[]
  admin: Racer
  /** Has more purchased Steeze than any run gives away. */
  patronId: string
}

const APART_MS = 6

/** A round of a race: its people, replies and violations. */
export class Heat {
  readonly ctx: Context
  readonly admin: Racer
  readonly replies: Reply[] = []
  readonly wrong: string[] = []
  readonly #name: string
  readonly #random: () => number
  readonly #track: Track

  constructor(track: Track, name: string, random: () => number) {
    this.#track = track
    this.ctx = track.ctx
    this.admin = track.admin
    this.#name = name
    this.#random = random
  }

  upTo = (most: number): number => Math.floor(this.#random() * most)

  /** Returns a browser with a whitelisted, unused wallet. */
  async stranger(wallet: PrivateKeyAccount = privateKeyToAccount(generatePrivateKey())): Promise<Racer> {
    await whitelistWallet(this.ctx, wallet.address)
    return new Racer(this.#track.ports, wallet)
  }

  again = (racer: Racer): Racer => new Racer(this.#track.ports, racer.wallet)

  /** Creates a user with this much AP and earned Steeze. */
  async person({ ap = 0, earned = 0 }: { ap?: number; earned?: number } = {}): Promise<Racer> {
    const racer = await this.stranger()
    await racer.signIn()
    const { id } = racer
    if (ap > 0) await grantAp(this.ctx, id, ap)
    if (earned > 0) await testCredit(this.ctx, { key: id, fromId: this.#track.patronId, toId: id, amount: earned })
    return racer
  }

  /** Creates a battle that has just started between people in no other battle. */
  async liveBattle(): Promise<Arena> {
    // The people have no signing wallets, so they are on no whitelist.
    const settings = { ...this.ctx.settings, betaAccess: 'open' as const }
    const [battle] = await liveBattles({ ...this.ctx, settings }, 1)
    return battle
  }

  /** Starts requests at nearly the same moment, in random order and on random servers. Returns the replies in order. */
  async atOnce(...asks: Ask[]): Promise<Reply[]> {
    const first = this.upTo(2)
    const replies = await Promise.all(
      asks.map(async (ask, index) => {
        const afterMs = this.upTo(APART_MS)
        if (afterMs > 0) await pause(afterMs)
        return ask(first + index)
      }),
    )
    this.replies.push(...replies)
    return replies
  }

  must(holds: boolean, what: string): void {
    if (!holds) this.wrong.push(`${this.#name}: ${what} (${this.replies.map(({ status }) => status).join(' ')})`)
  }

  balances = (id: string) => balancesOf(this.ctx.db, id)

  count = async (sql: string, ...values: string[]): Promise<number> =>
    (await this.ctx.db.query(`select 1 from ${sql}`, values)).length
}

export const succeeded = (replies: readonly Reply[]): number => replies.filter(({ status }) => status === 200).length

export type Run = (heat: Heat) => Promise<void>
export type Races = Readonly<Record<string, Run>>
