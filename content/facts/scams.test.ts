import { Lab } from '@aura/lab/lab'
import { permitDigest } from '@aura/lab/permit'
import { Usdc } from '@aura/lab/usdc'
import { expect, it } from 'vitest'
import { numberTo, textOf } from './lesson-files.ts'

/** Returns how much a pool without fees pays for `sold`. */
const payout = ([token, usdc]: [number, number], sold: number) => usdc - (token * usdc) / (token + sold)

/** Returns a chain on which `me` holds 900 USDC, beside a thief. Both have ETH. */
async function openLab() {
  const lab = new Lab(`0x${'82'.repeat(32)}`)
  const thief = lab.account('thief')
  for (const account of [lab.me, thief]) await lab.chain.fund(account, 10n ** 18n)
  const usdc = await Usdc.deploy(lab, thief)
  await usdc.mint(thief, lab.me, 900_000_000n)
  await lab.chain.mine(2)
  return { lab, usdc, thief }
}

it('a permit for all of the USDC leaves none', () => {
  expect(numberTo('phishing-and-drainers', 'what-is-left')).toBe(300 - 300)
})

it('an evening takes 860 USDC by a permit and 0.39 ETH by a payment, whose fee leaves 0.01', () => {
  const lines = [...textOf('phishing-and-drainers').matchAll(/ ([\d.]+) and (\d+) \|$/gm)]
  const left = lines.map(([, eth, usdc]) => [Number(eth), Number(usdc)])
  expect(left).toEqual([
    [0.4, 860],
    [0.4, 860 - 860],
    [Number((0.4 - 0.39).toFixed(2)), 0],
  ])
  expect(textOf('phishing-and-drainers')).toContain('0.4 ETH and 860 USDC')
})

it('the fees of a rescuer come on top of the first loss', () => {
  expect(textOf('fake-support')).toContain(`down ${300 + 45 + 60 + 80}`)
  expect(textOf('fake-support')).toContain('45 to start, 60 for tax, 80 to unlock')
  expect(numberTo('fake-support', 'the-second-loss')).toBe(200 + 30 + 50)
})

it('8,000 tokens at 0.40 show 3,200 dollars, and the pool pays 49.23 for them', () => {
  const pool: [number, number] = [125, 50]
  expect(pool[1] / pool[0]).toBe(0.4)
  expect(8000 * 0.4).toBe(3200)
  expect(pool[0] * pool[1]).toBe(6250)
  expect(payout(pool, 8000).toFixed(2)).toBe('49.23')
  expect(textOf('unasked-airdrops')).toContain('125 × 50 = 6,250')
  expect(textOf('unasked-airdrops')).toContain('you get 49.23 USDC at the most')
  expect(payout([100, 60], 1400)).toBe(numberTo('unasked-airdrops', 'out-of-the-pool'))
})

it('a stranger can have zero moved from an address that allowed nothing, and the event stands in its history', async () => {
  const { lab, usdc, thief } = await openLab()
  const lookalike = lab.account('lookalike')
  await usdc.transferFrom(thief, lab.me, lookalike, 0n)
  const zero = (await lab.chain.mine(2)).receipts.at(-1)
  expect(zero?.succeeded).toBe(true)
  expect(zero?.logs[0]?.topics[1]?.endsWith(lab.me.slice(2))).toBe(true)
  await usdc.transferFrom(thief, lab.me, lookalike, 1n)
  expect((await lab.chain.mine(2)).receipts.at(-1)?.succeeded).toBe(false)
})

it('a tax of 20 per cent on 14,900 is 2,980, and then 11,080 have been paid in', () => {
  const deposits = 100 + 2000 + 6000
  const tax = 14_900 * 0.2
  expect(tax).toBe(2980)
  expect(textOf('the-long-con')).toContain('2,980')
  expect(deposits + tax).toBe(11_080)
  expect(textOf('the-long-con')).toContain('he has put in 11,080 and got 50')
})

it('approving zero does not stop a permit that is handed in later, and moving the tokens does', async () => {
  const { lab, usdc, thief } = await openLab()
  const permit = { owner: lab.me, spender: thief, value: 900_000_000n, nonce: 0n, deadline: 2n ** 40n }
  const signature = lab.sign(permitDigest(await usdc.domainSeparator(), permit))
  expect(await usdc.allowance(lab.me, thief)).toBe(0n)

  await usdc.approve(lab.me, thief, 0n)
  await lab.chain.mine(2)
  await usdc.permit(thief, permit, signature)
  await lab.chain.mine(2)
  expect(await usdc.allowance(lab.me, thief)).toBe(900_000_000n)

  const safe = lab.account('safe')
  await usdc.transfer(lab.me, safe, 900_000_000n)
  await lab.chain.mine(2)
  await usdc.transferFrom(thief, lab.me, thief, 900_000_000n)
  expect((await lab.chain.mine(2)).receipts.at(-1)?.succeeded).toBe(false)
  expect(await usdc.balance(safe)).toBe(900_000_000n)
})

it('a permit of one’s own with the same nonce and value 0 voids a permit that was not handed in yet', async () => {
  const { lab, usdc, thief } = await openLab()
  const domain = await usdc.domainSeparator()
  const stolen = { owner: lab.me, spender: thief, value: 900_000_000n, nonce: 0n, deadline: 2n ** 40n }
  const own = { ...stolen, spender: lab.account('safe'), value: 0n }

  await usdc.permit(lab.me, own, lab.sign(permitDigest(domain, own)))
  expect((await lab.chain.mine(2)).receipts.at(-1)?.succeeded).toBe(true)
  await usdc.permit(thief, stolen, lab.sign(permitDigest(domain, stolen)))
  expect((await lab.chain.mine(2)).receipts.at(-1)?.succeeded).toBe(false)
  expect(await usdc.allowance(lab.me, thief)).toBe(0n)
})

it('an authorization puts all of one account in danger', () => {
  expect(numberTo('first-hour-after-theft', 'in-danger')).toBe(900 + 610 + 350 + 45)
})

it('a fee of 99 per cent leaves 4 of 400 USDC, and 7 of 700', () => {
  expect((400 * (100 - 99)) / 100).toBe(4)
  expect(textOf('read-a-token')).toContain('the 990 left show a value of 400 USDC. She sells, and 4 USDC come out')
  expect((700 * (100 - 99)) / 100).toBe(numberTo('read-a-token', 'after-the-fee'))
})

it('135 million dollars from 76,582 victims are some 1,760 each, and a fifth goes to the builders', () => {
  expect(Math.round(135_000_000 / 76_582 / 10) * 10).toBe(1760)
  expect(textOf('anatomy-of-a-drainer')).toContain('135 million dollars from 76,582 victims, some 1,760 each')
  expect([10_000 * 0.2, 10_000 * 0.8]).toEqual([2000, 8000])
  expect(numberTo('anatomy-of-a-drainer', 'operators-share')).toBe(12_500 * 0.2)
})

it('of seven copied sessions three are ended, and passkeys end none', () => {
  expect(numberTo('programs-that-steal', 'open-sessions')).toBe(7 - 3)
})

it('a number that resets the mail, which resets the exchange, opens two of four', () => {
  const resets = new Map([
    ['number', ['mail']],
    ['mail', ['exchange']],
  ])
  const reached = new Set(['number'])
  for (const account of reached) for (const next of resets.get(account) ?? []) reached.add(next)
  expect(reached.size - 1).toBe(numberTo('takeovers', 'the-chain'))
})
