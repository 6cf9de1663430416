import type { Answer } from '@aura/api/calls'
import { balancesOf } from '../../../server/src/features/ledger/index.ts'
import { buy, earn, follow, withUsdc } from '../chain/chain.ts'
import type { TestApp } from '../test-app.ts'
import { type Actor, newcomer } from './actors.ts'
import { doDue, gift, liveBattle, STARTS_AT } from './battles.ts'

export type Signed = Answer<'POST /api/steeze/redeem/sign'>

/** Returns a user with earned, final Steeze. */
export async function earner(test: TestApp, amount = 100): Promise<Actor> {
  const actor = await newcomer(test)
  await earn(test, actor, amount)
  test.ctx.chain.mine(3)
  await follow(test)
  return actor
}

export const redeem = (actor: Actor, amount: number, headers = {}) =>
  actor.send<Signed>('POST', '/api/steeze/redeem', { amount }, headers)

export const signed = async (actor: Actor, amount: number) => (await redeem(actor, amount)).body

export const confirm = (actor: Actor, transactionHash: string) =>
  actor.send<Record<string, unknown>>('POST', '/api/steeze/redeem-confirm', { transactionHash })

export const openOf = async (actor: Actor) => (await actor.call('GET /api/steeze/redemption')).redemption

export const usdcOf = async (actor: Actor) =>
  (await actor.call('GET /api/web3/balance/:address', { params: { address: actor.wallet.address } })).balance

/** Returns helpers for the suite's current server. */
export const redeeming = (testNow: () => TestApp) => ({
  withdraw: ({ wallet }: Actor, amount: number, terms: Signed) =>
    testNow().ctx.chain.withdraw(wallet.address, amount, terms),
  balances: async (actor: Actor) => {
    const { steeze_earned: earned, steeze_held: held } = await balancesOf(testNow().ctx.db, (await actor.me()).id)
    return { earned, held }
  },
  finalise: async () => {
    testNow().ctx.chain.mine(3)
    await follow(testNow())
  },
})

/** Gives Ada purchased Steeze in a battle that has ended. The clock is at its end. */
export async function earnInBattle(
  test: TestApp,
  amount: number,
  meanwhile: (battle: Awaited<ReturnType<typeof liveBattle>>) => Promise<void> = async () => {},
) {
  const battle = await liveBattle(test, {})
  const fan = await withUsdc(test, amount)
  buy(test, fan, amount / 10)
  await follow(test)
  await gift(fan, battle.id, battle.ada.id, amount)
  await meanwhile(battle)
  const endsAt = new Date(new Date(STARTS_AT).getTime() + 4 * 3_600_000)
  test.ctx.clock.set(endsAt)
  await doDue(test.ctx)
  test.ctx.chain.mine(3)
  await follow(test)
  return { ...battle, fan, endsAt }
}
