import { concat, type Hex, keccak256, stringToBytes } from 'viem'
import { expect, it } from 'vitest'
import { answerTo, grouped, numberTo, textOf } from './lesson-files.ts'

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
})

it('the hashes in the table are those of Keccak-256', () => {
  const text = textOf('hashes')
  for (const data of ['Pay Linh 50', 'Pay Linh 51', 'Pay Linh 50.']) {
    const hash = keccak256(stringToBytes(data)).slice(2)
    expect(hash).toHaveLength(64)
    expect(text).toContain(`| ${data} | \`${hash.slice(0, 8)}…${hash.slice(-8)}\` |`)
  }
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

/** A replacement offers at least a tenth more. */
const replacement = (gwei: number) => (gwei * 110) / 100
const epochSeconds = SPEC.slotSeconds * SPEC.slotsPerEpoch
const { source, target, head } = SPEC.weights
const gain = 1_900 - 20

it.each([
  ['nonces', `An offer of ${replacement(8)} would be accepted`],
  ['validators', `from ${ethOf(SPEC.minActivation)} up to ${grouped(ethOf(SPEC.maxEffective))} ETH`],
  ['validators', `of ${epochSeconds / 60} minutes`],
  ['validators', `${86_400 / epochSeconds} times a day`],
  ['validators', `1/${grouped(SPEC.minSlashingQuotient)}`],
  ['validators', `Some ${Math.round(((SPEC.epochsPerSlashingsVector / 2) * epochSeconds) / 86_400)} days later`],
  ['finality-and-reorgs', 'two such groups share at least one third'],
  ['order-is-power', `the bot gains ${grouped(gain)}`],
  ['order-is-power', `${grouped(gain * 0.9)} go to the block and ${gain - gain * 0.9} stay`],
  ['order-is-power', 'a block every 0.2 seconds'],
])('%s says “%s”', (lesson, said) => expect(textOf(lesson)).toContain(said))

it.each([
  ['nonces', 'least-replacement', replacement(30)],
  // Two groups of two thirds of 36, less all of it.
  ['finality-and-reorgs', 'blocks-on-top', 2 * ((36 * 2) / 3) - 36],
  ['order-is-power', 'blocks-before-the-bot', 3 / 0.2],
  ['why-gas-spikes', 'fee-of-a-transfer', 21_000 * (28 + 2)],
  ['why-gas-spikes', 'two-full-blocks', 16 * (1 + 1 / 8) ** 2],
])('%s: the answer to %s is %d', (lesson, id, result) => expect(numberTo(lesson, id)).toBeCloseTo(result, 9))

it('a missing vote costs some three quarters of what it would have earned', () => {
  expect((source + target) / (source + target + head)).toBeCloseTo(0.74, 2)
  expect(textOf('validators')).toContain('some three quarters of what it would have earned')
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
