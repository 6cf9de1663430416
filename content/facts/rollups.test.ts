import { base, baseSepolia, mainnet, optimism } from 'viem/chains'
import { expect, it } from 'vitest'
import { answerTo, fileOf, questionOf, textOf } from './lesson-files.ts'

it('a wallet set to Base shows what is on Base, whatever came to the address on Ethereum', () => {
  const balances = new Map([
    ['Base', 60 + 20 + 45 - 33],
    ['Ethereum', 130],
  ])
  expect(answerTo('same-address-other-chain', 'after-the-mix-up')).toBe(String(balances.get('Base')))
})

it('Base is chain 8453 behind mainnet.base.org, and what a false network shows is no part of what one has left', () => {
  expect(textOf('adding-a-network')).toContain(`Base is ${base.id}.`)
  const { answer, mistakes } = questionOf('adding-a-network', 'number-of-base')
  expect([answer, ...mistakes.map((each) => each.answer)]).toEqual(
    [base, mainnet, optimism, baseSepolia].map(({ id }) => String(id)),
  )
  expect(base.rpcUrls.default.http).toContain('https://mainnet.base.org')
  expect(Number(answerTo('adding-a-network', 'eth-that-is-left'))).toBeCloseTo(0.3 + 0.12 - 0.05 - 0.08, 9)
})

it('a batch for five dollars costs each of a thousand transfers half a cent', () => {
  expect((5 * 100) / 1_000).toBe(0.5)
  expect(textOf('layer-2-and-base')).toContain('each carries half a cent')
})

it('a claim of 9 November with one kind of proof counts on the 14th', () => {
  expect(textOf('layer-2-and-base')).toContain('since June five if not')
  expect(answerTo('layer-2-and-base', 'out-by-which-day')).toBe(String(9 + 5))
})

it('4,096 epochs of 32 slots of 12 seconds are some 18 days', () => {
  expect((4_096 * 32 * 12) / 86_400).toBeCloseTo(18.2, 1)
  expect(textOf('layer-2-and-base')).toContain('after some 18 days')
})

it('twelve confirmations take 2.4 seconds on Base, 24 before Denim and 144 on Ethereum', () => {
  const text = textOf('four-speeds-of-done')
  const seconds = (blocks: number, ms: number) => (blocks * ms) / 1_000
  expect([200, 2_000, 12_000].map((ms) => seconds(12, ms))).toEqual([2.4, 24, 144])
  for (const said of ['that is 144 seconds', 'it was 24', 'it is 2.4']) expect(text).toContain(said)
  expect(answerTo('four-speeds-of-done', 'thirty-blocks')).toBe(String(seconds(3, 2_000) / seconds(1, 200)))
  expect(seconds(10, 200)).toBe(2)
})

it('600,000 behind a million copies are 60 cents each, and after 200,000 left whole, 300,000 behind 600,000 are 50', () => {
  const cents = (locked: number, stolen: number, copies: number) => ((locked - stolen) * 100) / copies
  expect(cents(1_000_000, 400_000, 1_000_000)).toBe(60)
  expect(textOf('bridges')).toContain('each is good for 60 cents')
  expect(answerTo('bridges', 'worth-of-a-copy')).toBe(String(cents(800_000, 300_000 + 200_000, 800_000 - 200_000)))
})

it('twenty halvings leave one step of a million, and 23 one of eight million', () => {
  const halvings = (steps: number) => {
    let left = steps
    let rounds = 0
    for (; left > 1; rounds++) left = Math.ceil(left / 2)
    return rounds
  }
  expect(halvings(1_000_000)).toBe(20)
  const text = textOf('fraud-and-validity-proofs')
  expect(text).toContain('Twenty halvings leave a single step')
  let [from, to] = [0, 1_000_000]
  for (const result of ['agree', 'differ', 'differ']) {
    const middle = (from + to) / 2
    ;[from, to] = result === 'agree' ? [middle, to] : [from, middle]
    const [compared, low, high] = [middle, from, to].map((step) => step.toLocaleString('en'))
    expect(text).toContain(`| ${compared} | ${result} | ${low} and ${high} |`)
  }
  expect(text).toContain(`| ${halvings(1_000_000) - 3} more times |`)
  expect(answerTo('fraud-and-validity-proofs', 'halvings')).toBe(String(halvings(8_000_000)))
})

it('upgrading Base takes three of six and eight of eleven, and four of the council can stop it', () => {
  const text = textOf('who-may-upgrade')
  const [coinbase, council] = [
    { keys: 6, needed: 3 },
    { keys: 11, needed: 8 },
  ] as const
  const canUpgrade = (a: number, b: number) => a >= coinbase.needed && b >= council.needed
  expect([canUpgrade(6, 0), canUpgrade(0, 11), canUpgrade(3, 7), canUpgrade(3, 8)]).toEqual([false, false, false, true])
  const refusing = council.keys - council.needed + 1
  expect(canUpgrade(coinbase.keys, council.keys - refusing)).toBe(false)
  expect(canUpgrade(coinbase.keys, council.keys - refusing + 1)).toBe(true)
  expect(refusing).toBe(4)
  expect(text).toContain('four of the council who refuse are enough')
  expect(text).toContain('three here and eight there, eleven in all')
  expect(coinbase.needed + council.needed).toBe(11)
  expect((1 + council.needed) / (1 + council.keys)).toBe(0.75)
  expect(answerTo('who-may-upgrade', 'people-still-missing')).toBe(String(council.needed - 1))
})

it('notice less the way out is the time to react', () => {
  expect(textOf('who-may-upgrade')).toContain('ten days of notice leave you five')
  expect(10 - 5).toBe(5)
  expect(3 - 5).toBe(-2)
  expect(fileOf('who-may-upgrade', 'notice.svg')).toContain('2 days too late')
  expect(answerTo('who-may-upgrade', 'days-to-react')).toBe(String(30 - 7))
  const notices = [0, 0, 4, 10, 14]
  expect(notices.map((notice) => notice - 7 >= 5)).toEqual([false, false, false, false, true])
})
