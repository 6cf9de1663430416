import { base, baseSepolia, mainnet, optimism } from 'viem/chains'
import { expect, it } from 'vitest'
import { answerTo, fileOf, numberTo, questionOf, textOf } from './lesson-files.ts'

it('Base is chain 8453 behind mainnet.base.org', () => {
  expect(textOf('adding-a-network')).toContain(`Base is ${base.id}.`)
  const { answer, mistakes } = questionOf('adding-a-network', 'number-of-base')
  expect([answer, ...mistakes.map((each) => each.answer)]).toEqual(
    [base, mainnet, optimism, baseSepolia].map(({ id }) => String(id)),
  )
  expect(base.rpcUrls.default.http).toContain('https://mainnet.base.org')
})

/** How long some blocks take, in seconds. */
const seconds = (blocks: number, ms: number) => (blocks * ms) / 1_000
/** Cents that each copy of a locked token is worth after a theft. */
const cents = (locked: number, stolen: number, copies: number) => ((locked - stolen) * 100) / copies

it.each([
  ['four-speeds-of-done', `that is ${seconds(12, 12_000)} seconds`],
  ['four-speeds-of-done', `it was ${seconds(12, 2_000)}`],
  ['four-speeds-of-done', `it is ${seconds(12, 200)}`],
  ['layer-2-and-base', `after some ${Math.round((4_096 * 32 * 12) / 86_400)} days`],
  ['bridges', `each is good for ${cents(1_000_000, 400_000, 1_000_000)} cents`],
])('%s says “%s”', (lesson, said) => expect(textOf(lesson)).toContain(said))

it.each([
  ['same-address-other-chain', 'after-the-mix-up', 60 + 20 + 45 - 33],
  // What a false network shows is no part of it.
  ['adding-a-network', 'eth-that-is-left', 0.3 + 0.12 - 0.05 - 0.08],
  ['layer-2-and-base', 'out-by-which-day', 9 + 5],
  ['four-speeds-of-done', 'thirty-blocks', seconds(3, 2_000) / seconds(1, 200)],
  ['bridges', 'worth-of-a-copy', cents(800_000, 300_000 + 200_000, 800_000 - 200_000)],
  ['who-may-upgrade', 'days-to-react', 30 - 7],
  ['who-may-upgrade', 'time-to-leave', [0, 0, 4, 10, 14].findIndex((notice) => notice - 7 >= 5)],
])('%s: the answer to %s is %d', (lesson, id, result) => expect(numberTo(lesson, id)).toBeCloseTo(result, 9))

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
  expect(fileOf('who-may-upgrade', 'notice.svg')).toContain(`${5 - 3} days too late`)
})
