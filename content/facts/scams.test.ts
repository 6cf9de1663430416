import { Lab } from '@aura/lab/lab'
import { permitDigest } from '@aura/lab/permit'
import { Usdc } from '@aura/lab/usdc'
import { expect, it } from 'vitest'
import { grouped, numberTo, textOf } from './lesson-files.ts'

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

const paidIn = 100 + 2_000 + 6_000

it.each([
  ['fake-support', `down ${300 + 45 + 60 + 80}`],
  ['fake-support', '45 to start, 60 for tax, 80 to unlock'],
  ['unasked-airdrops', `8,000 tokens that you never bought, at ${(50 / 125).toFixed(2)} dollars each`],
  ['unasked-airdrops', `That is ${grouped((8_000 * 50) / 125)} dollars.`],
  ['unasked-airdrops', `125 × 50 = ${grouped(125 * 50)}`],
  ['unasked-airdrops', `you get ${payout([125, 50], 8_000).toFixed(2)} USDC at the most`],
  ['the-long-con', grouped(14_900 * 0.2)],
  ['the-long-con', `he has put in ${grouped(paidIn + 14_900 * 0.2)} and got 50`],
  ['read-a-token', `the 990 left show a value of 400 USDC. She sells, and ${(400 * (100 - 99)) / 100} USDC come out`],
  [
    'anatomy-of-a-drainer',
    `135 million dollars from 76,582 victims, some ${grouped(Math.round(135_000_000 / 76_582 / 10) * 10)} each`,
  ],
  ['anatomy-of-a-drainer', `Of 10,000 stolen, the builders get ${grouped(10_000 * 0.2)}.`],
])('%s says “%s”', (lesson, said) => expect(textOf(lesson)).toContain(said))

it.each([
  ['phishing-and-drainers', 'what-is-left', 300 - 300],
  ['fake-support', 'the-second-loss', 200 + 30 + 50],
  ['unasked-airdrops', 'out-of-the-pool', payout([100, 60], 1_400)],
  ['first-hour-after-theft', 'in-danger', 900 + 610 + 350 + 45],
  ['read-a-token', 'after-the-fee', (700 * (100 - 99)) / 100],
  ['anatomy-of-a-drainer', 'operators-share', 12_500 * 0.2],
  ['programs-that-steal', 'open-sessions', 7 - 3],
  // The number resets the mail, and the mail resets the exchange.
  ['takeovers', 'the-chain', ['mail', 'exchange'].length],
])('%s: the answer to %s is %d', (lesson, id, result) => expect(numberTo(lesson, id)).toBe(result))

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
