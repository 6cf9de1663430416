import { describe, expect, it } from 'vitest'
import { Actor, newcomer } from '../../../../tests/server/actors/actors.ts'
import { post } from '../../../../tests/server/actors/ledger.ts'
import { buy, earn, follow, USDC, withUsdc } from '../../../../tests/server/chain/chain.ts'
import { openForEach } from '../../../../tests/server/open-for.ts'
import { testApp } from '../../../../tests/server/test-app.ts'
import { userAccount } from '../ledger/index.ts'

const test = openForEach(testApp)

const noticesOf = async (actor: Actor) =>
  (await actor.call('GET /api/notifications'))
    .filter(({ type }) => type === 'steeze_update')
    .map(({ title, message, path }) => ({ title, message, path }))
    .reverse()
const receiptPath = async (actor: Actor, hash: string) => {
  const { receipts } = await actor.call('GET /api/receipts')
  return `/receipts/${receipts.find(({ transactionHash }) => transactionHash === hash)?.id}`
}

const spend = async (actor: Actor, amount: number) =>
  post(test.ctx.db, {
    ...{ key: `spent/${amount}`, kind: 'test_credit', reference: 'test', amount },
    from: userAccount((await actor.me()).id, 'steeze_purchased'),
    to: userAccount((await newcomer(test).then((other) => other.me())).id, 'steeze_earned'),
  })

describe('a purchase', () => {
  it('notifies once when credited, also if it moves to another block, and links to its receipt', async () => {
    const [ada, bo] = [await withUsdc(test), await newcomer(test)]
    const hash = buy(test, ada, 5)
    await follow(test)
    await ada.call('POST /api/steeze/confirm-purchase', { body: { transactionHash: hash } })
    test.ctx.chain.reorg(1)
    await follow(test)
    const path = await receiptPath(ada, hash)
    const news = { title: 'You bought 50 Steeze', message: 'Your payment of 5.00 USDC is confirmed.', path }
    expect([await noticesOf(ada), await noticesOf(bo)]).toEqual([[news], []])
  })

  it('of an unbound wallet notifies the user who binds it', async () => {
    const ada = new Actor(test)
    test.ctx.chain.mint(ada.wallet.address, 10 * USDC)
    const hash = buy(test, ada, 2)
    await follow(test)
    test.ctx.clock.advance({ minutes: 1 })
    await ada.signIn()
    expect(await noticesOf(ada)).toEqual([
      {
        title: 'You bought 20 Steeze',
        message: 'The wallet you connected had paid 2.00 USDC for it.',
        path: await receiptPath(ada, hash),
      },
    ])
  })

  it('that is reverted notifies once, with the resulting debt', async () => {
    const [ada, bo] = [await withUsdc(test), await withUsdc(test)]
    const [spent, kept] = [buy(test, ada, 3), buy(test, bo, 1)]
    await follow(test)
    await spend(ada, 20)
    test.ctx.chain.reorg(2, { drop: [spent, kept] })
    await follow(test)
    await follow(test)
    expect((await noticesOf(ada)).slice(1)).toEqual([
      {
        title: 'A purchase was reversed by the network',
        message:
          'You had spent some of its 30 Steeze and owe 20. Your next Steeze pays that first. Until then you can’t stake, gift or redeem.',
        path: '/steeze-stack',
      },
    ])
    expect((await noticesOf(bo)).slice(1)).toEqual([
      {
        title: 'A purchase was reversed by the network',
        message: '10 Steeze left your balance again.',
        path: '/steeze-stack',
      },
    ])
  })
})

describe('a redemption', () => {
  const finalise = async () => {
    test.ctx.chain.mine(3)
    await follow(test)
    await follow(test)
  }
  const redeem = (actor: Actor, amount: number) => actor.call('POST /api/steeze/redeem', { body: { amount } })

  it('notifies for each settled withdrawal and links to its receipt', async () => {
    const ada = await newcomer(test)
    await earn(test, ada, 100)
    await finalise()
    const terms = await redeem(ada, 40)
    const first = await test.ctx.chain.withdraw(ada.wallet.address, 15, terms)
    await follow(test)
    expect(await noticesOf(ada)).toEqual([])
    await finalise()
    const second = await test.ctx.chain.withdraw(ada.wallet.address, 25, terms)
    await finalise()
    expect(await noticesOf(ada)).toEqual([
      {
        title: 'You redeemed 15 Steeze',
        message: '1.05 USDC is in your wallet. 25 Steeze is still held for the rest.',
        path: await receiptPath(ada, first),
      },
      {
        title: 'You redeemed 25 Steeze',
        message: '1.75 USDC is in your wallet.',
        path: await receiptPath(ada, second),
      },
    ])
  })

  it('that expires unused notifies on release', async () => {
    const ada = await newcomer(test)
    await earn(test, ada, 100)
    await finalise()
    await redeem(ada, 40)
    test.ctx.clock.advance({ minutes: 11 })
    await finalise()
    expect(await noticesOf(ada)).toEqual([
      {
        title: 'Your redemption ran out',
        message: 'It wasn’t used in time. 40 Steeze is back in your balance.',
        path: '/steeze-stack',
      },
    ])
  })
})
