import { trustDue } from '../../server/src/features/trust/calculate-trust.ts'
import { features } from '../../server/src/features.ts'
import { type Actor, newcomer } from '../../tests/server/actors/actors.ts'
import { follow, USDC } from '../../tests/server/chain/chain.ts'
import type { TestApp } from '../../tests/server/test-app.ts'
import { onProduct } from '../support/on-product.ts'
import { attack, type Shape } from './graphs.ts'

/** Sums over a ring's wallets. Trust is in whole points, as profiles show it; `payments` counts the ring's payments. */
export interface Played {
  quiet: number
  held: number
  ap: number
  payments: number
}

type Play = (ring: { shape: Shape; size: number; honest: number }) => Promise<Played>

const SEEDS = 3
const HONEST_PEOPLE = 12
/** The most USDC a wallet can back another with. */
const MAX_USDC = 100

/**
 * Has rings played on the whole server with the tests' chain: three seeds stand by honest people, who stand by one another. No
 * accounts look related, so that a ring meets only the formula of Trust. `play` joins with new wallets, lets honest people
 * stand by them, then lets them stand by each other and pay in circles, and reads their profiles.
 */
export function playRings(random: () => number, work: (play: Play) => Promise<void>): Promise<void> {
  const trustSeeds: string[] = []
  return onProduct({ settings: { trustSeeds } }, async (test) => work(await openStage(test, trustSeeds, random)))
}

async function openStage(test: TestApp, trustSeeds: string[], random: () => number): Promise<Play> {
  const { chain, db } = test.ctx
  const ids = new Map<Actor, string>()

  async function join(): Promise<Actor> {
    const actor = await newcomer(test)
    chain.mint(actor.wallet.address, 1_000_000 * USDC)
    ids.set(actor, (await actor.me()).id)
    return actor
  }
  const idOf = (actor: Actor) => ids.get(actor) as string
  /** Stands by somebody; with money, pays on the chain and reports it to the server, as the page does. */
  async function back(from: Actor, to: Actor, usdc: number): Promise<void> {
    // Of many places in a shape only as many as there are can be taken.
    const places = await from.send('PUT', `/api/places/${idOf(to)}`, {})
    if (places.status !== 200 || usdc === 0) return
    const transactionHash = chain.vouch(from.wallet.address, to.wallet.address, usdc * USDC)
    const body = { vouchedUserId: idOf(to), usdcAmount: usdc, transactionHash }
    await from.call('POST /api/vouch/create', { body })
  }
  /** Makes all places and payments old enough to count in full, and calculates Trust anew. */
  async function settle(): Promise<void> {
    for (let block = 0; block <= chain.finality; block++) chain.mine()
    await follow(test)
    await db.query(`update places set placed_at = placed_at - interval '40 days'`)
    await db.query(`update vouches set vouched_at = vouched_at - interval '40 days'`)
    await trustDue(test.ctx, { features }).runBatch()
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

  const seeds: Actor[] = []
  for (let index = 0; index < SEEDS; index++) seeds.push(await join())
  trustSeeds.push(...seeds.map(({ wallet }) => wallet.address.toLowerCase()))
  const people: Actor[] = []
  for (let index = 0; index < HONEST_PEOPLE; index++) {
    const person = await join()
    for (const seed of index % 2 ? seeds : seeds.slice(0, 1)) await back(seed, person, index % 3 ? 10 : 0)
    if (people[0]) await back(person, people[Math.floor(random() * people.length)] as Actor, 10)
    people.push(person)
  }
  await settle()

  return async ({ shape, size, honest }) => {
    const wallets: Actor[] = []
    for (let index = 0; index < size; index++) wallets.push(await join())
    const first = Math.floor(random() * people.length)
    const friends = Array.from({ length: honest }, (_, index) => people[(first + index) % people.length] as Actor)
    for (const [index, friend] of friends.entries()) await back(friend, wallets[index % size] as Actor, MAX_USDC)
    await settle()
    const [quiet, before] = [await readTrust(wallets), await readAp(wallets)]
    const byName = new Map(wallets.map((wallet, index) => [`wallet-${index}`, wallet]))
    const inside = attack(shape, [...byName.keys()], random)
    for (const { from, to, usdc } of inside) await back(byName.get(from) as Actor, byName.get(to) as Actor, usdc)
    await settle()
    const held = await readTrust(wallets)
    // They are free to stand by the next ones.
    for (const [index, friend] of friends.entries())
      await friend.call('DELETE /api/places/:id', { params: { id: idOf(wallets[index % size] as Actor) } })
    return {
      quiet,
      held,
      ap: (await readAp(wallets)) - before,
      payments: inside.length,
    }
  }
}
