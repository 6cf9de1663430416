import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { english } from 'viem/accounts'
import { expect, it } from 'vitest'

const fileOf = (lesson: string, file: string) =>
  readFileSync(`${import.meta.dirname}/../lessons/${lesson}/${file}`, 'utf8')
const textOf = (lesson: string) => fileOf(lesson, 'content.md')

const answerTo = (lesson: string, id: string): string =>
  JSON.parse(fileOf(lesson, 'lesson.json')).questions.find((each: { id: string }) => each.id === id).answer

/** Of BIP-39: the first bits of the entropy's SHA-256 follow it, a bit for each 32. */
function isPhrase(places: readonly number[]): boolean {
  const bits = places.map((place) => place.toString(2).padStart(11, '0')).join('')
  const entropyBits = (bits.length / 33) * 32
  const entropy = Buffer.from((bits.slice(0, entropyBits).match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const hash = createHash('sha256').update(entropy).digest()
  return (
    [...hash]
      .map((byte) => byte.toString(2).padStart(8, '0'))
      .join('')
      .slice(0, bits.length - entropyBits) === bits.slice(entropyBits)
  )
}

it('eleven words of twelve leave 128 of 2,048 for the last', () => {
  const text = textOf('09-seed-phrases')
  expect(english).toHaveLength(2_048)
  for (const known of ['abandon', 'zoo', 'legal']) {
    const eleven = Array<number>(11).fill(english.indexOf(known))
    const left = english.filter((_, last) => isPhrase([...eleven, last]))
    expect(left).toHaveLength(2_048 / 16)
    expect(answerTo('09-seed-phrases', 'missing-word')).toBe(String(left.length))
  }
  expect(text).toContain('only 2,048 are left for the last')
  expect(text).toContain('one in sixteen of them')
})

it('sixteen tries guess a PIN of four digits in 0.16 % of cases, and ten tries one of six digits in ten of a million', () => {
  const chance = (tries: number, digits: number) => tries / 10 ** digits
  expect(chance(16, 4) * 100).toBeCloseTo(0.16, 12)
  expect(textOf('12-hardware-wallets')).toContain('16 in 10,000, or 0.16 %')
  expect(answerTo('12-hardware-wallets', 'chance-of-a-thief')).toBe(String(chance(10, 6) * 1_000_000))
})

const chooseOf = (n: number, k: number): number => (k === 0 ? 1 : (chooseOf(n - 1, k - 1) * n) / k)

/** Chance that fewer than `needed` of `keys` survive, each lost with `chance`. */
function stuck(needed: number, keys: number, chance: number): number {
  const survive = (count: number) => chooseOf(keys, count) * (1 - chance) ** count * chance ** (keys - count)
  return Array.from({ length: needed }, (_, count) => survive(count)).reduce((sum, each) => sum + each, 0)
}

it('of three keys lost with 5 % each, a threshold of one, two and three lose the money with 0.01, 0.73 and 14.26 %', () => {
  const text = textOf('13-two-of-three')
  const row = (needed: number, keys: number) =>
    `| ${needed} | ${Number((stuck(needed, keys, 0.05) * 100).toFixed(2))} % |`
  for (const [name, needed, keys] of [
    ['one key', 1, 1],
    ['one of three', 1, 3],
    ['two of three', 2, 3],
    ['three of three', 3, 3],
  ] as const)
    expect(text).toContain(`| ${name} ${row(needed, keys)}`)
})

it('four of seven can lose three keys, and two of two with 10 % each is stuck in 19 % of cases', () => {
  expect(answerTo('13-two-of-three', 'keys-to-lose')).toBe(String(7 - 4))
  expect(answerTo('13-two-of-three', 'two-of-two')).toBe(String(Math.round(stuck(2, 2, 0.1) * 100)))
})
