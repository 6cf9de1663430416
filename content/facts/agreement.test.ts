import { concat, type Hex, keccak256, stringToBytes } from 'viem'
import { expect, it } from 'vitest'
import { answerTo, textOf } from './lesson-files.ts'

it('full blocks raise a base fee of 10 gwei by an eighth each, to 32.5 after ten and 105.5 after twenty', () => {
  const text = textOf('why-gas-spikes')
  const after = (blocks: number) => (10 * (1 + 1 / 8) ** blocks).toFixed(1)
  for (const [blocks, fee] of [
    [0, '10.0'],
    [1, '11.3'],
    [5, '18.0'],
    [10, '32.5'],
    [20, '105.5'],
  ] as const) {
    expect(after(blocks)).toBe(fee)
    expect(text).toContain(`| ${blocks} | ${fee} |`)
  }
  expect((20 * SPEC.slotSeconds) / 60).toBe(4)
  expect(text).toContain('four minutes later 105')
  expect(answerTo('why-gas-spikes', 'fee-of-a-transfer')).toBe(String(21_000 * (28 + 2)))
  expect(answerTo('why-gas-spikes', 'two-full-blocks')).toBe(String(16 * (1 + 1 / 8) ** 2))
})

it('a replacement of 8 gwei must offer 8.8, and one of 30 must offer 33', () => {
  const replacement = (gwei: number) => (gwei * 110) / 100
  expect(replacement(8)).toBe(8.8)
  expect(textOf('nonces')).toContain('An offer of 8.8 would be accepted')
  expect(answerTo('nonces', 'least-replacement')).toBe(String(replacement(30)))
})

it('the hashes in the table are those of Keccak-256', () => {
  const text = textOf('hashes')
  for (const data of ['Pay Linh 50', 'Pay Linh 51', 'Pay Linh 50.']) {
    const hash = keccak256(stringToBytes(data)).slice(2)
    expect(hash).toHaveLength(64)
    expect(text).toContain(`| ${data} | \`${hash.slice(0, 8)}…${hash.slice(-8)}\` |`)
  }
})

it('one digit changed leaves about one character in sixteen of a hash in place', () => {
  const [one, other] = ['Pay Linh 50', 'Pay Linh 51'].map((data) => keccak256(stringToBytes(data)).slice(2))
  const kept = [...(one as string)].filter((character, at) => character === other?.[at]).length
  expect(kept).toBeLessThan(64 / 8)
})

it('a change in block 104 of 101 to 110 gives seven blocks a new hash', () => {
  const chain = (changed: number | null) => {
    let before = ''
    return Array.from({ length: 10 }, (_, at) => {
      const number = 101 + at
      before = keccak256(stringToBytes(`${before} ${number} ${number === changed}`))
      return before
    })
  }
  const [was, is] = [chain(null), chain(104)]
  expect(answerTo('hashes', 'blocks-to-redo')).toBe(String(is.filter((hash, at) => hash !== was[at]).length))
})

/** Values of the consensus specifications: presets/mainnet and configs/mainnet.yaml. */
const SPEC = {
  slotSeconds: 12,
  slotsPerEpoch: 32,
  minActivation: 32_000_000_000,
  maxEffective: 2_048_000_000_000,
  minSlashingQuotient: 4_096,
  proportionalSlashingMultiplier: 3,
  epochsPerSlashingsVector: 8_192,
  weights: { source: 14, target: 26, head: 14 },
} as const
const GWEI_PER_ETH = 1_000_000_000
const ethOf = (gwei: number) => gwei / GWEI_PER_ETH

/** Computes process_slashings of Electra for one validator with the minimum stake. */
function mainPenalty(slashedShare: number): number {
  const increment = GWEI_PER_ETH
  const total = 36_000_000 * GWEI_PER_ETH
  const adjusted = Math.min(Math.round(total * slashedShare) * SPEC.proportionalSlashingMultiplier, total)
  return ethOf(Math.floor(adjusted / (total / increment)) * (SPEC.minActivation / increment))
}

it('validators hold 32 to 2,048 ETH, and an epoch takes 6.4 minutes', () => {
  const text = textOf('validators')
  expect([ethOf(SPEC.minActivation), ethOf(SPEC.maxEffective)]).toEqual([32, 2_048])
  expect(text).toContain('from 32 up to 2,048 ETH')
  expect((SPEC.slotSeconds * SPEC.slotsPerEpoch) / 60).toBe(6.4)
  expect(text).toContain('of 6.4 minutes')
  expect(86_400 / (SPEC.slotSeconds * SPEC.slotsPerEpoch)).toBe(225)
  expect(text).toContain('225 times a day')
})

it('a missing vote costs some three quarters of what it would have earned', () => {
  const { source, target, head } = SPEC.weights
  expect((source + target) / (source + target + head)).toBeCloseTo(0.74, 2)
  expect(textOf('validators')).toContain('some three quarters of what it would have earned')
})

it('slashing burns a 4,096th at once and the main penalty comes after some 18 days', () => {
  const text = textOf('validators')
  expect(ethOf(SPEC.minActivation / SPEC.minSlashingQuotient)).toBe(0.0078125)
  expect(text).toContain('1/4,096')
  const days = (SPEC.epochsPerSlashingsVector / 2) * SPEC.slotsPerEpoch * SPEC.slotSeconds
  expect(days / 86_400).toBeCloseTo(18.2, 1)
})

it('the main penalty is three times the share that was slashed, and all of it from a third on', () => {
  const text = textOf('validators')
  expect(mainPenalty(32 / 36_000_000)).toBeLessThan(0.001)
  expect(mainPenalty(0.01)).toBe(0.96)
  expect(mainPenalty(0.1)).toBe(9.6)
  expect(mainPenalty(1 / 3)).toBeCloseTo(32, 6)
  for (const row of ['| 1 % | 0.96 ETH |', '| 10 % | 9.6 ETH |', '| one third | 32 ETH |']) expect(text).toContain(row)
  expect(answerTo('validators', 'main-penalty')).toBe(String(mainPenalty(0.2)))
  const isFinal = (missing: number) => (900_000 - missing) * 3 >= 900_000 * 2
  const fewest = Number(answerTo('validators', 'missing-for-finality'))
  expect([isFinal(fewest - 1), isFinal(fewest)]).toEqual([true, false])
})

it('two groups of two thirds of the stake share at least one third', () => {
  const total = 36
  const [one, other] = [(total * 2) / 3, (total * 2) / 3]
  const shared = one + other - total
  expect(shared / total).toBe(1 / 3)
  expect(textOf('finality-and-reorgs')).toContain('two such groups share at least one third')
  expect(answerTo('finality-and-reorgs', 'blocks-on-top')).toBe(String(shared))
})

/** Pairs are hashed in sorted order, as OpenZeppelin's MerkleProof does. */
const joined = (a: Hex, b: Hex): Hex => keccak256(a < b ? concat([a, b]) : concat([b, a]))

function levelsOver(lines: readonly string[]): Hex[][] {
  const levels = [lines.map((line) => keccak256(stringToBytes(line)))]
  for (let level = levels[0] ?? []; level.length > 1; levels.push(level)) {
    level = level.flatMap((hash, at) => (at % 2 ? [] : [joined(hash, level[at + 1] as Hex)]))
  }
  return levels
}

it('“Bao 40” is proved by three hashes, and “Bao 400” by none of them', () => {
  const lines = ['Ada 120', 'Bao 40', 'Chi 75', 'Duc 10', 'Eve 300', 'Fay 5', 'Gil 60', 'Hue 90']
  const [leaves, pairs, halves, [root]] = levelsOver(lines) as [Hex[], Hex[], Hex[], Hex[]]
  const proof = [leaves[0], pairs[1], halves[1]] as Hex[]
  const rebuilt = (line: string) => proof.reduce(joined, keccak256(stringToBytes(line)))
  expect(rebuilt('Bao 40')).toBe(root)
  expect(rebuilt('Bao 400')).not.toBe(root)
  expect(textOf('merkle-trees')).toContain('| 8 | 3 | 96 |')
})

it('a proof grows by one hash of 32 bytes with each doubling of the list', () => {
  const text = textOf('merkle-trees')
  const hashes = (lines: number) => Math.ceil(Math.log2(lines))
  expect(text).toContain(`| 1,000 | ${hashes(1_000)} | ${hashes(1_000) * 32} |`)
  expect(text).toContain(`| 1,000,000 | ${hashes(1_000_000)} | ${hashes(1_000_000) * 32} |`)
  expect([hashes(1_000), hashes(1_000_000)]).toEqual([10, 20])
  expect(answerTo('merkle-trees', 'length-of-a-proof')).toBe(String(levelsOver(Array(4_096).fill('x')).length - 1))
  expect(answerTo('merkle-trees', 'bytes-of-a-proof')).toBe(String(hashes(64) * 32))
})

it('of a gain of 1,880 USDC, ninety per cent bid away leave 188', () => {
  const text = textOf('order-is-power')
  const gain = 1_900 - 20
  expect([gain, gain * 0.9, gain - gain * 0.9]).toEqual([1_880, 1_692, 188])
  expect(text).toContain('the bot gains 1,880')
  expect(text).toContain('1,692 go to the block and 188 stay')
  expect(text).toContain('a block every 0.2 seconds')
  expect(Number(answerTo('order-is-power', 'blocks-before-the-bot'))).toBeCloseTo(3 / 0.2, 9)
})
