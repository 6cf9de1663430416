import { trustDue } from '../../server/src/features/trust/calculate-trust.ts'
import { features } from '../../server/src/features.ts'
import { type Actor, newcomer } from '../../tests/server/actors/actors.ts'
import { follow, USDC } from '../../tests/server/chain/chain.ts'
import type { TestApp } from '../../tests/server/test-app.ts'
import { onProduct, totalAp } from '../support/on-product.ts'
import { attack, type Shape } from './graphs.ts'

type Play = Awaited<ReturnType<typeof openStage>>

const SEEDS = 3
const HONEST_PEOPLE = 12
/** The most USDC a wallet can back another with. */
const MAX_USDC = 100

/**
 * Has rings played on the whole server with the tests' chain: three seeds stand by honest people, who stand by one another. No
 * accounts look related, so that a ring meets only the formula of Trust. `play` joins with new wallets, lets honest people
 * stand by them, then lets them stand by each other and pay in circles, and reads their profiles: the sums of their Trust,
 * in whole points, before and after, and of the AP and payments between.
 */
export function playRings(random: () => number, work: (play: Play) => Promise<void>): Promise<void> {
  const trustSeeds: string[] = []
  return onProduct({ settings: { trustSeeds } }, async (test) => work(await openStage(test, trustSeeds, random)))
}

type Person = Actor & { id: string }

async function openStage(test: TestApp, trustSeeds: string[], random: () => number) {
  const { chain, db } = test.ctx

  async function join(count: number): Promise<Person[]> {
    const joined: Person[] = []
    for (let index = 0; index < count; index++) joined.push(await newcomer(test))
    for (const { wallet } of joined) chain.mint(wallet.address, 1_000_000 * USDC)
    return joined
  }
  /** Stands by somebody; with money, pays on the chain and reports it to the server, as the page does. */
  async function back(from: Person, to: Person, usdc: number): Promise<void> {
    // Of many places in a shape only as many as there are can be taken.
    const places = await from.send('PUT', `/api/places/${to.id}`, {})
    if (places.status !== 200 || usdc === 0) return
    const transactionHash = chain.vouch(from.wallet.address, to.wallet.address, usdc * USDC)
    const body = { vouchedUserId: to.id, usdcAmount: usdc, transactionHash }
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
  async function readTrust(wallets: readonly Person[]): Promise<number> {
    const shown = await Promise.all(
      wallets.map((wallet) => wallet.call('GET /api/users/:id', { params: { id: wallet.id } })),
    )
    return shown.reduce((total, { trust }) => total + trust.points, 0)
  }

  const seeds = await join(SEEDS)
  trustSeeds.push(...seeds.map(({ wallet }) => wallet.address.toLowerCase()))
  const people = await join(HONEST_PEOPLE)
  for (const [index, person] of people.entries()) {
    for (const seed of index % 2 ? seeds : seeds.slice(0, 1)) await back(seed, person, index % 3 ? 10 : 0)
    if (index > 0) await back(person, people[Math.floor(random() * index)] as Person, 10)
  }
  await settle()

  return async ({ shape, size, honest }: { shape: Shape; size: number; honest: number }) => {
    const wallets = await join(size)
    const first = Math.floor(random() * people.length)
    const friends = Array.from({ length: honest }, (_, index) => people[(first + index) % people.length] as Person)
    for (const [index, friend] of friends.entries()) await back(friend, wallets[index % size] as Person, MAX_USDC)
    await settle()
    const [quiet, before] = [await readTrust(wallets), await totalAp(wallets)]
    const byName = new Map(wallets.map((wallet, index) => [`wallet-${index}`, wallet]))
    const inside = attack(shape, [...byName.keys()], random)
    for (const { from, to, usdc } of inside) await back(byName.get(from) as Person, byName.get(to) as Person, usdc)
    await settle()
    const held = await readTrust(wallets)
    // They are free to stand by the next ones.
    for (const [index, friend] of friends.entries())
      await friend.call('DELETE /api/places/:id', { params: { id: (wallets[index % size] as Person).id } })
    return { quiet, held, ap: (await totalAp(wallets)) - before, payments: inside.length }
  }
}
