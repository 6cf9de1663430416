import { createHash } from 'node:crypto'
import { english } from 'viem/accounts'
import { expect, it } from 'vitest'
import { answerTo, numberTo, textOf } from './lesson-files.ts'

/** Checks the checksum of BIP-39: one bit of the entropy's SHA-256 for each 32 bits follows the entropy. */
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
  const text = textOf('seed-phrases')
  expect(english).toHaveLength(2_048)
  for (const known of ['abandon', 'zoo', 'legal']) {
    const eleven = Array<number>(11).fill(english.indexOf(known))
    const left = english.filter((_, last) => isPhrase([...eleven, last]))
    expect(left).toHaveLength(2_048 / 16)
    expect(answerTo('seed-phrases', 'missing-word')).toBe(String(left.length))
  }
  expect(text).toContain('only 2,048 are left for the last')
  expect(text).toContain('one in sixteen of them')
})

it.each([
  ['hardware-wallets', `16 in 10,000, or ${((16 / 10 ** 4) * 100).toFixed(2)} %`],
  ['native-account-abstraction', 'at 6,900 gas for each check. Base charged 3,450 until its upgrade of May 2026'],
])('%s says “%s”', (lesson, said) => expect(textOf(lesson)).toContain(said))

it.each([
  ['hardware-wallets', 'chance-of-a-thief', (10 / 10 ** 6) * 1_000_000],
  ['native-account-abstraction', 'gas-of-two-checks', 2 * (6_900 - 3_450)],
  // Of five switches, the one that opens within sixty days of silence.
  ['if-you-are-gone', 'research-station', [90 + 30, 30 + 45, 30 + 20, 60 + 7, 14 + 60].findIndex((days) => days < 60)],
])('%s: the answer to %s is %d', (lesson, id, result) => expect(numberTo(lesson, id)).toBe(result))

const chooseOf = (n: number, k: number): number => (k === 0 ? 1 : (chooseOf(n - 1, k - 1) * n) / k)

/** Chance that fewer than `needed` of `keys` survive, each lost with `chance`. */
function stuck(needed: number, keys: number, chance: number): number {
  const survive = (count: number) => chooseOf(keys, count) * (1 - chance) ** count * chance ** (keys - count)
  return Array.from({ length: needed }, (_, count) => survive(count)).reduce((sum, each) => sum + each, 0)
}

it('of three keys lost with 5 % each, a threshold of one, two and three lose the money with 0.01, 0.73 and 14.26 %', () => {
  const text = textOf('two-of-three')
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

const DAY_MS = 86_400_000
const day = (date: string) => Date.parse(`${date} 2027 UTC`) / DAY_MS

it('a check-in of 1 March lasts to 30 May, and the account opens on 29 June, 101 days after 20 March', () => {
  const text = textOf('if-you-are-gone')
  const due = day('1 March') + 90
  expect([due, due + 30]).toEqual([day('30 May'), day('29 June')])
  expect(due + 30 - day('20 March')).toBe(101)
  expect(text).toContain('starts on 30 May and gets in on 29 June, 101 days after her death')
  expect(answerTo('if-you-are-gone', 'days-in-hospital')).toBe(String(90 + 30 - 50))
})

/** Counts the dates on which a key is valid, its first and last included. */
const datesOf = (from: string, to: string) =>
  Math.floor(Date.parse(to) / DAY_MS) - Math.floor(Date.parse(from) / DAY_MS) + 1

it('a limit of 50 a day is worth 200 from Monday 10:00 to Thursday 16:00, and three of five friends are ten ways', () => {
  const text = textOf('smart-accounts')
  const signed = Date.parse('2026-11-24T16:00Z')
  expect(new Date(signed + 2 * DAY_MS).toISOString()).toBe('2026-11-26T16:00:00.000Z')
  expect(datesOf('2026-11-23T10:00Z', '2026-11-26T16:00Z') * 50).toBe(200)
  expect(text).toContain('200 at most')
  expect(answerTo('smart-accounts', 'thief-with-a-limit')).toBe(
    String(datesOf('2026-11-27T23:00Z', '2026-11-29T09:00Z') * 80),
  )
  expect(chooseOf(5, 3)).toBe(10)
  expect(text).toContain('ten ways to pick three of the five')
})

const HOURS = 11n
const around = (value: bigint) => ((value % HOURS) + HOURS) % HOURS

/** Shamir’s scheme for a threshold of two: a line that starts at the secret. */
const shareOf = (secret: bigint, rise: bigint, at: bigint) => around(secret + rise * at)

const inverse = (value: bigint) => around(value ** (HOURS - 2n))

/** Recovers the secret: the line through two shares at 0, by Lagrange. */
const secretOf = ([x1, y1]: readonly [bigint, bigint], [x2, y2]: readonly [bigint, bigint]) =>
  around(y1 * x2 * inverse(around(x2 - x1)) - y2 * x1 * inverse(around(x2 - x1)))

it('the secret 7 with a rise of 5 has the shares 12, 17 and 22, and 1, 6 and 0 on a clock with 11 hours', () => {
  const text = textOf('splitting-a-secret')
  expect([1, 2, 3].map((at) => 7 + 5 * at)).toEqual([12, 17, 22])
  expect(text).toContain('It passes 12, 17 and 22')
  const shares = [1n, 2n, 3n].map((at) => [at, shareOf(7n, 5n, at)] as const)
  expect(shares.map(([, share]) => share)).toEqual([1n, 6n, 0n])
  expect(text).toContain('the shares read 1, 6 and 0')
  for (const [a, b] of [
    [0, 1],
    [0, 2],
    [1, 2],
  ] as const) {
    expect(secretOf(shares[a] as [bigint, bigint], shares[b] as [bigint, bigint])).toBe(7n)
  }
})

it('the shares 23 and 79 of 97 hours come from 64, and of five shares only the third is off the line', () => {
  const [secret, rise] = [64, 56]
  expect([1, 2, 3].map((at) => (secret + rise * at) % 97)).toEqual([23, 79, 38])
  expect(answerTo('splitting-a-secret', 'back-to-the-start')).toBe(String(secret))
  const written = [1n, 6n, 4n, 5n, 10n]
  const isOff = written.map((share, at) => share !== shareOf(7n, 5n, BigInt(at + 1)))
  expect(isOff.indexOf(true)).toBe(answerTo('splitting-a-secret', 'share-copied-wrongly'))
  expect(isOff.filter(Boolean)).toHaveLength(1)
})

it('a sheet of eight words leaves 2^40 phrases, 13 days at a million a second, and one of nine leaves 29 bits', () => {
  const text = textOf('splitting-a-secret')
  const bitsLeft = (known: number) => (12 - known) * 11 - 4
  expect(bitsLeft(8)).toBe(40)
  expect((2 ** 40 / 10 ** 12).toFixed(1)).toBe('1.1')
  expect(Math.round(2 ** 40 / 10 ** 6 / 86_400)).toBe(13)
  expect(text).toContain(
    'That leaves 2^40 phrases, about 1.1 trillion. A program that tries a million a second is through in 13 days.',
  )
  expect(answerTo('splitting-a-secret', 'bits-of-a-sheet')).toBe(String(bitsLeft(9)))
  // The explanation says minutes, and half a billion.
  expect((2 ** 29 / 10 ** 9).toFixed(1)).toBe('0.5')
  expect(2 ** 29 / 10 ** 6 / 60).toBeLessThan(10)
})

it('a slip in twelve words passes the checksum once in sixteen times', () => {
  const phrase = Array<number>(11).fill(english.indexOf('legal'))
  const last = english.findIndex((_, place) => isPhrase([...phrase, place]))
  let passed = 0
  for (let word = 0; word < english.length; word++) if (isPhrase([...phrase.with(3, word), last])) passed += 1
  expect(passed / english.length).toBeGreaterThan(0.05)
  expect(passed / english.length).toBeLessThan(0.075)
  expect(textOf('test-a-backup')).toContain('catches fifteen of sixteen slips')
  expect(answerTo('test-a-backup', 'slips-that-pass')).toBe(String(400 / 16))
})

it('90 days to renew a name that runs out on 1 March end on 30 May', () => {
  expect(textOf('native-account-abstraction')).toContain('After the year he has 90 days to renew.')
  const last = new Date(Date.UTC(2027, 2, 1 + 90))
  expect([last.getUTCMonth(), String(last.getUTCDate())]).toEqual([
    4,
    answerTo('native-account-abstraction', 'last-day-to-renew'),
  ])
})
