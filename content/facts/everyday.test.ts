import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Chain } from '@aura/lab/chain'
import { type Abi, encodeFunctionData, formatEther, type Hex, hexToBytes, keccak256, stringToHex } from 'viem'
import { expect, it } from 'vitest'
import { fileOf, numberTo, textOf } from './lesson-files.ts'

it.each([
  ['sponsored-posts', `she has earned ${40 * 50 * 0.05} dollars`],
  ['ship-a-tip-page', `value=2e15\` asks a wallet for ${formatEther(BigInt(2e15))} ETH`],
  ['which-law-reaches-you', 'fewer than 150 people in each country'],
])('%s says “%s”', (lesson, said) => expect(textOf(lesson)).toContain(said))

it.each([
  // A paid for B and C, and B for D.
  ['what-everyone-can-see', 'tied-addresses', ['A', 'B', 'C', 'D'].length],
  ['records-for-taxes', 'what-was-earned', 120 + 35 + 90 + 50],
  ['records-for-taxes', 'gain-since', 0.2 * 2_600 - 900 / 2],
  ['swings-and-size', 'back-from-75', (100 / 25 - 1) * 100],
  ['swings-and-size', 'above-your-size', 1_000 - (1_000 + 2_000 - 200) / 10],
  ['ship-a-tip-page', 'what-the-link-asks', 7e15 / 1e18],
  ['which-law-reaches-you', 'people-without-a-paper', 4 * (150 - 1)],
])('%s: the answer to %s is %d', (lesson, id, result) => expect(numberTo(lesson, id)).toBeCloseTo(result, 9))

it('the trail from Ama’s address holds 6,240 USDC, and the buyer saw 4,200', () => {
  const rows = [...textOf('what-everyone-can-see').matchAll(/^\| ([A-D]) \| ([\d,]+) \| (.+) \|$/gm)]
  expect(rows.map(([, address]) => address)).toEqual(['A', 'B', 'C', 'D'])
  const held = rows.map(([, , holds]) => Number(holds?.replace(',', '')))
  expect(held[0]).toBe(4_200)
  expect(held.reduce((sum, each) => sum + each, 0)).toBe(6_240)
  expect(textOf('what-everyone-can-see')).toContain('He counts 6,240 USDC.')
})

it('of 1,700 dollars that came in 400 were earned', () => {
  const rows = [...textOf('records-for-taxes').matchAll(/\| (?:0.05 ETH, then \$)?(\d+)(?: USDC)? \| `.*?\| (.*?) \|/g)]
  const sum = (of: typeof rows) => of.reduce((total, [, amount]) => total + Number(amount), 0)
  expect(rows).toHaveLength(5)
  expect(sum(rows)).toBe(1_700)
  expect(sum(rows.filter(([, , why]) => /photos|prints/.test(why ?? '')))).toBe(400)
  expect(textOf('records-for-taxes')).toContain('1,300 only moved or came back')
})

it('falls by 10, 25, 50 and 80 per cent need rises by 11, 33, 100 and 400', () => {
  const needed = (fall: number) => Math.round((100 / (100 - fall) - 1) * 100)
  expect([10, 25, 50, 80].map(needed)).toEqual([11, 33, 100, 400])
  const figure = fileOf('swings-and-size', 'back.svg')
  for (const fall of [10, 25, 50, 80]) expect(figure).toContain(`>+${needed(fall)} %<`)
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

it('the event of the tip jar has the topic that the lesson names', () => {
  const topic = keccak256(stringToHex('Tipped(address,uint256,string)'))
  expect(textOf('ship-a-tip-page')).toContain(`\`${topic.slice(0, 10)}\``)
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

it('120 days after 30 September 2026 are 28 January, and the GENIUS Act starts on the 18th at the latest', () => {
  expect(textOf('which-law-reaches-you')).toContain('120 days after the final rules, at the latest on 18 January 2027')
  const after = new Date(Date.UTC(2026, 8, 30 + 120))
  expect(after.toISOString().slice(0, 10)).toBe('2027-01-28')
  expect(numberTo('which-law-reaches-you', 'day-of-the-act')).toBe(Math.min(after.getUTCDate(), 18))
})
