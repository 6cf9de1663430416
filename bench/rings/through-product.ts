import { trustDue } from '../../server/src/features/trust/calculate-trust.ts'
import { features } from '../../server/src/features.ts'
import { openPg } from '../../server/src/platform/db/connection/open-pg.ts'
import { type Actor, newcomer } from '../../tests/server/actors/actors.ts'
import { follow, USDC } from '../../tests/server/chain/chain.ts'
import { testApp } from '../../tests/server/test-app.ts'
import { startDatabase } from '../support/database.ts'
import { attack, type Shape } from './graphs.ts'

/** Sums over a ring's wallets. Trust is in whole points, as profiles show it; `payments` counts the ring's payments. */
export interface Played {
  quiet: number
  held: number
  ap: number
  payments: number
}

export interface RingStage {
  /**
   * Joins with new wallets, lets honest people back them, then pays in circles between them, and reads their profiles.
   */
  play(ring: { shape: Shape; size: number; honest: number }): Promise<Played>
  close(): Promise<void>
}

const HONEST_PEOPLE = 12
/** The most USDC a wallet can back another with. */
const MAX_USDC = 100

/**
 * Starts the whole server on PostgreSQL with the tests' chain: one seed backs honest people, who back one another. No
 * accounts look related, so that a ring meets only the formula of Trust.
 */
export async function openRingStage(random: () => number): Promise<RingStage> {
  const database = await startDatabase()
  const db = await openPg({ url: database.url, poolSize: 4 })
  const trustSeeds: string[] = []
  const test = await testApp({ settings: { trustSeeds }, openDb: async () => db })
  const { chain } = test.ctx
  const job = trustDue(test.ctx, { features })
  const ids = new Map<Actor, string>()

  async function join(): Promise<Actor> {
    const actor = await newcomer(test)
    chain.mint(actor.wallet.address, 1_000_000 * USDC)
    ids.set(actor, (await actor.me()).id)
    return actor
  }
  const idOf = (actor: Actor) => ids.get(actor) as string
  /** Pays on the chain and reports it to the server, as the page does. */
  async function back(from: Actor, to: Actor, usdc: number): Promise<void> {
    const transactionHash = chain.vouch(from.wallet.address, to.wallet.address, usdc * USDC)
    const body = { vouchedUserId: idOf(to), usdcAmount: usdc, transactionHash }
    await from.call('POST /api/vouch/create', { body })
  }
  async function settle(): Promise<void> {
    for (let block = 0; block <= chain.finality; block++) chain.mine()
    await follow(test)
    await job.runBatch()
  }
  async function readTrust(wallets: readonly Actor[]): Promise<number> {
    const shown = await Promise.all(
      wallets.map((wallet) => wallet.call('GET /api/users/:id', { params: { id: idOf(wallet) } })),
    )
    return shown.reduce((total, { trust }) => total + trust.points, 0)
  }
  async function readAp(wallets: readonly Actor[]): Promise<number> {
    const own = await Promise.all(wallets.map((wallet) => wallet.me()))
    return own.reduce((total, { auraPoints }) => total + auraPoints, 0)
  }

  const seed = await join()
  trustSeeds.push(seed.wallet.address.toLowerCase())
  const people: Actor[] = []
  for (let index = 0; index < HONEST_PEOPLE; index++) {
    const person = await join()
    await back(seed, person, MAX_USDC)
    if (people[0]) await back(person, people[Math.floor(random() * people.length)] as Actor, 20)
    people.push(person)
  }
  await settle()

  return {
    async play({ shape, size, honest }) {
      const wallets: Actor[] = []
      for (let index = 0; index < size; index++) wallets.push(await join())
      const first = Math.floor(random() * people.length)
      for (let index = 0; index < honest; index++) {
        const person = people[(first + index) % people.length] as Actor
        await back(person, wallets[index % size] as Actor, MAX_USDC)
      }
      await settle()
      const [quiet, before] = [await readTrust(wallets), await readAp(wallets)]
      const payments = attack(shape, size, random)
      const byName = new Map(wallets.map((wallet, index) => [`wallet-${index}`, wallet]))
      for (const { from, to, usdc } of payments) await back(byName.get(from) as Actor, byName.get(to) as Actor, usdc)
      await settle()
      return {
        quiet,
        held: await readTrust(wallets),
        ap: (await readAp(wallets)) - before,
        payments: payments.length,
      }
    },
    async close() {
      await test.close()
      await database.stop()
    },
  }
}
