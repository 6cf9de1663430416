import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Chain } from '@aura/lab/chain'
import { type Abi, encodeFunctionData, formatEther, type Hex, hexToBytes, keccak256, stringToHex } from 'viem'
import { expect, it } from 'vitest'
import { fileOf, numberTo, textOf } from './lesson-files.ts'

it('four addresses hang together by who paid for their first ETH', () => {
  const funded = new Map([
    ['A', ['B', 'C']],
    ['B', ['D']],
  ])
  const tied = new Set(['A'])
  for (const address of tied) for (const next of funded.get(address) ?? []) tied.add(next)
  expect(tied.size).toBe(numberTo('what-everyone-can-see', 'tied-addresses'))
})

it('the trail from Ama’s address holds 6,240 USDC, and the buyer saw 4,200', () => {
  const rows = [...textOf('what-everyone-can-see').matchAll(/^\| ([A-D]) \| ([\d,]+) \| (.+) \|$/gm)]
  expect(rows.map(([, address]) => address)).toEqual(['A', 'B', 'C', 'D'])
  const held = rows.map(([, , holds]) => Number(holds?.replace(',', '')))
  expect(held[0]).toBe(4_200)
  expect(held.reduce((sum, each) => sum + each, 0)).toBe(6_240)
  expect(textOf('what-everyone-can-see')).toContain('He counts 6,240 USDC.')
})

it('of 1,700 dollars that came in 400 were earned; of 875, 295', () => {
  const rows = [...textOf('records-for-taxes').matchAll(/\| (?:0.05 ETH, then \$)?(\d+)(?: USDC)? \| `.*?\| (.*?) \|/g)]
  const sum = (of: typeof rows) => of.reduce((total, [, amount]) => total + Number(amount), 0)
  expect(rows).toHaveLength(5)
  expect(sum(rows)).toBe(1_700)
  expect(sum(rows.filter(([, , why]) => /photos|prints/.test(why ?? '')))).toBe(400)
  expect(textOf('records-for-taxes')).toContain('1,300 only moved or came back')
  expect(500 + 120 + 80 + 35 + 90 + 50).toBe(875)
  expect(120 + 35 + 90 + 50).toBe(numberTo('records-for-taxes', 'what-was-earned'))
})

it('0.05 ETH at 2,000 and 2,600 are 100 and 130 dollars, and half of 0.4 ETH leaves a gain of 70', () => {
  expect(0.05 * 2_000).toBe(100)
  expect(0.05 * 2_600).toBe(130)
  expect(0.2 * 2_600 - 900 / 2).toBeCloseTo(numberTo('records-for-taxes', 'gain-since'), 9)
})

it('5 per cent of what 40 people put in at 50 each are 100', () => {
  expect(40 * 50 * 0.05).toBe(100)
  expect(textOf('sponsored-posts')).toContain('she has earned 100 dollars')
})

it('falls by 10, 25, 50 and 80 per cent need rises by 11, 33, 100 and 400', () => {
  const needed = (fall: number) => Math.round((100 / (100 - fall) - 1) * 100)
  expect([10, 25, 50, 80].map(needed)).toEqual([11, 33, 100, 400])
  const figure = fileOf('swings-and-size', 'back.svg')
  for (const fall of [10, 25, 50, 80]) expect(figure).toContain(`>+${needed(fall)} %<`)
})

it('swings multiply: 100 becomes 75, then 56.25, and a fall by 75 per cent needs a rise by 300', () => {
  expect(100 * 1.5 * 0.5).toBe(75)
  expect(100 * (1.5 * 0.5) ** 2).toBe(56.25)
  expect((100 / 25 - 1) * 100).toBe(numberTo('swings-and-size', 'back-from-75'))
})

it('a tenth in coins that fall by 80 per cent costs 8 per cent, and 1,000 of 2,800 are 720 above a tenth', () => {
  expect((200 * 0.8) / 2_000).toBe(0.08)
  expect(2_000 * 0.2).toBeCloseTo(400, 9)
  expect(1_000 - (1_000 + 2_000 - 200) / 10).toBe(numberTo('swings-and-size', 'above-your-size'))
  expect(800 / 2_600).toBeGreaterThan(0.3)
  expect(800 / 2_600).toBeLessThan(1 / 3)
})

/** Computes a power modulo 23. */
const power = (base: bigint, exponent: bigint) => base ** exponent % 23n

it('the proof by hand holds: 2 has 11 powers on a clock of 23, y is 13, t is 16, s is 3, and both sides are 8', () => {
  expect(new Set(Array.from({ length: 22 }, (_, n) => power(2n, BigInt(n)))).size).toBe(11)
  const [x, r] = [7n, 4n]
  const [y, t] = [power(2n, x), power(2n, r)]
  expect([y, t, 64n % 23n]).toEqual([13n, 16n, 18n])
  const answer = (challenge: bigint) => (r + challenge * x) % 11n
  expect([answer(3n), answer(5n)]).toEqual([3n, 6n])
  expect([power(y, 3n), 16n * 12n]).toEqual([12n, 192n])
  for (const challenge of [3n, 5n]) {
    expect(power(2n, answer(challenge))).toBe((t * power(y, challenge)) % 23n)
  }
  expect(power(2n, 3n)).toBe(8n)
  expect(13 ** 3).toBe(2_197)
  for (const row of ['| 2 × 2 × 2 = 8 | 8 |', '| 13 × 13 × 13 = 2,197 | 12 |', '| 16 × 12 = 192 | 8 |']) {
    expect(textOf('proving-without-showing')).toContain(row)
  }
  expect(power(2n, 9n)).toBe(BigInt(numberTo('proving-without-showing', 'check-the-left-side')))
})

it('two answers with one r give the secret away', () => {
  const numbers = Array.from({ length: 11 }, (_, number) => number)
  const secretsOf = (answers: [number, number][]) =>
    numbers.filter((x) => numbers.some((r) => answers.every(([c, s]) => (r + c * x) % 11 === s)))
  expect(
    secretsOf([
      [3, 3],
      [5, 6],
    ]),
  ).toEqual([7])
  expect(
    secretsOf([
      [4, 5],
      [6, 1],
    ]),
  ).toEqual([numberTo('proving-without-showing', 'same-r-twice')])
})

it('a challenge that is taken from t alone lets a proof be made up for a y that nobody chose', () => {
  const [t, s, c] = [power(2n, 4n), 9n, 3n]
  // c hangs on t only, so y can be worked out last: y to the power of c is 2 to the power of s, divided by t.
  const inverse = (value: bigint) => power(value, 21n)
  const rootOfC = BigInt(Array.from({ length: 11 }, (_, n) => n).find((n) => (n * Number(c)) % 11 === 1) ?? 0)
  const y = power((power(2n, s) * inverse(t)) % 23n, rootOfC)
  expect(power(2n, s)).toBe((t * power(y, c)) % 23n)
})

it('without the secret, one t fits one challenge of eleven, and twenty rounds one in some 670 million million million', () => {
  const y = 13n
  // A cheat picks s first, then the t that fits the challenge hoped for.
  const [hoped, s] = [3n, 5n]
  const t = (power(2n, s) * power(y, 11n - hoped)) % 23n
  const fits = Array.from({ length: 11 }, (_, c) => BigInt(c)).filter((c) => power(2n, s) === (t * power(y, c)) % 23n)
  expect(fits).toEqual([hoped])
  expect(11n ** 20n / 10n ** 18n).toBe(672n)
})

it('the event of the tip jar has the topic that the lesson names, and 2e15 wei are 0.002 ETH', () => {
  const topic = keccak256(stringToHex('Tipped(address,uint256,string)'))
  expect(textOf('ship-a-tip-page')).toContain(`\`${topic.slice(0, 10)}\``)
  expect(formatEther(BigInt(2e15))).toBe('0.002')
  expect(fileOf('ship-a-tip-page', 'lesson.json')).toContain('amount: 2000000000000000')
})

/** Compiles the lines of the tip jar as the lesson shows them. Throws the compiler's errors. */
function compileTipJar(): { abi: Abi; bytecode: Hex } {
  const lines = [...textOf('ship-a-tip-page').matchAll(/^\| `(.*[;{}])` \|/gm)].map(([, line]) => line)
  const content = ['// SPDX-License-Identifier: MIT', 'pragma solidity ^0.8.30;', 'contract TipJar {', ...lines, '}']
  const contracts = createRequire(join(import.meta.dirname, '../../contracts/package.json'))
  const { errors = [], ...output } = JSON.parse(
    (contracts('solc') as { compile(input: string): string }).compile(
      JSON.stringify({
        language: 'Solidity',
        sources: { jar: { content: content.join('\n') } },
        settings: { evmVersion: 'cancun', outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } } },
      }),
    ),
  )
  if (errors.length > 0) throw new Error(errors[0].formattedMessage)
  const { abi, evm } = output.contracts.jar.TipJar
  return { abi, bytecode: `0x${evm.bytecode.object}` }
}

/** Deploys the lesson's tip jar. The returned `send` mines a transaction and returns the receipt. */
async function deployTipJar() {
  const { abi, bytecode } = compileTipJar()
  const [owner, fan] = [`0x${'a1'.repeat(20)}`, `0x${'b2'.repeat(20)}`] as const
  const chain = new Chain(1_700_000_000, { gas: 100_000_000n, gasPerTx: 2_000_000n, blocks: 100 })
  for (const person of [owner, fan]) await chain.fund(person, 10n ** 18n)
  const send = async (from: Hex, data: Hex, { to, value = 0n }: { to?: Hex; value?: bigint } = {}) => {
    const { nonce } = await chain.account(from)
    const tx = { from, data: hexToBytes(data), value, nonce, gas: 1_000_000n, maxFee: 10n ** 10n, tip: 1n }
    await chain.submit(to ? { ...tx, to } : tx)
    return (await chain.mine(2)).receipts[0]
  }

  const jar = (await send(owner, bytecode))?.created as Hex
  return { abi, chain, owner, fan, jar, send }
}

it('the tip jar of the lesson compiles, logs a tip with the named topic, and lets its owner alone empty it', async () => {
  const { abi, chain, owner, fan, jar, send } = await deployTipJar()
  const tip = encodeFunctionData({ abi, functionName: 'tip', args: ['thanks'] })
  const tipped = await send(fan, tip, { to: jar, value: BigInt(2e15) })
  expect(tipped?.logs).toMatchObject([{ address: jar, topics: [expect.stringMatching(/^0x4f629a5f/)] }])
  const empty = encodeFunctionData({ abi, functionName: 'empty' })
  expect(await send(fan, empty, { to: jar })).toMatchObject({ succeeded: false })
  expect((await chain.account(jar)).balance).toBe(BigInt(2e15))
  expect(await send(owner, empty, { to: jar })).toMatchObject({ succeeded: true })
  expect((await chain.account(jar)).balance).toBe(0n)
})

it('the tip jar refuses ETH without a call, has no way to pay out a token, and logs a tip of nothing', async () => {
  const { abi, chain, fan, jar, send } = await deployTipJar()
  expect(await send(fan, '0x', { to: jar, value: BigInt(2e15) })).toMatchObject({ succeeded: false, logs: [] })
  expect((await chain.account(jar)).balance).toBe(0n)
  expect(abi.flatMap((entry) => (entry.type === 'function' ? entry.name : [])).sort()).toEqual([
    'empty',
    'owner',
    'tip',
  ])
  const nothing = await send(fan, encodeFunctionData({ abi, functionName: 'tip', args: ['a tip of 0'] }), { to: jar })
  expect(nothing?.logs).toMatchObject([{ address: jar, topics: [expect.stringMatching(/^0x4f629a5f/)] }])
  // The data starts with the giver, then the amount.
  expect(BigInt(nothing?.logs[0]?.data.slice(0, 66) ?? 1)).toBe(BigInt(fan))
  expect(BigInt(`0x${nothing?.logs[0]?.data.slice(66, 130)}`)).toBe(0n)
})

it('a link with 2e15 asks for 0.002 ETH, and one with 7e15 for 0.007', () => {
  expect(textOf('ship-a-tip-page')).toContain('value=2e15` asks a wallet for 0.002 ETH')
  expect(2e15 / 1e18).toBe(0.002)
  expect(7e15 / 1e18).toBe(numberTo('ship-a-tip-page', 'what-the-link-asks'))
})

it('an offer without a white paper reaches 596 people in four countries', () => {
  expect(textOf('which-law-reaches-you')).toContain('fewer than 150 people in each country')
  expect(numberTo('which-law-reaches-you', 'people-without-a-paper')).toBe(4 * (150 - 1))
})

it('120 days after 30 September 2026 are 28 January, and the GENIUS Act starts on the 18th at the latest', () => {
  expect(textOf('which-law-reaches-you')).toContain('120 days after the final rules, at the latest on 18 January 2027')
  const after = new Date(Date.UTC(2026, 8, 30 + 120))
  expect(after.toISOString().slice(0, 10)).toBe('2027-01-28')
  expect(numberTo('which-law-reaches-you', 'day-of-the-act')).toBe(Math.min(after.getUTCDate(), 18))
})
