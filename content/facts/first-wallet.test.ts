import { formatEther, formatGwei, type Hex, keccak256, numberToHex, parseEther, parseGwei } from 'viem'
import { privateKeyToAccount, publicKeyToAddress } from 'viem/accounts'
import { expect, it } from 'vitest'
import { answerTo, fileOf, numberTo, textOf } from './lesson-files.ts'

const YEAR_SECONDS = 31_557_600

/** The order of secp256k1: private keys are 1 to ORDER - 1. */
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

it.each([
  ['what-a-wallet-holds', 'Send 15 from the phone, and the browser shows 15 less.'],
  ['make-a-key', `Twelve words hold ${12 * 11 - 4} tosses`],
  ['what-the-fee-pays-for', `${formatGwei(5_000_000n)} gwei, a thousandth of the ${formatGwei(5_000_000_000n)} above`],
  ['read-an-explorer-page', `| Fee | ${formatEther(60_000n * parseGwei('0.005'))} ETH |`],
  ['inside-a-signature', 'the smaller of s and n − s, so a thief there tries both'],
  ['which-wallet-for-what', `takes 60, or ${(60 / (60 + 240 + 1_700)) * 100} % of all he has`],
])('%s says “%s”', (lesson, said) => expect(textOf(lesson)).toContain(said))

it.each([
  ['what-a-wallet-holds', 'balance-after-a-copy', 90 - 15 - 27],
  ['make-a-key', 'five-more-tosses', 2 ** (45 - 40)],
  ['which-wallet-for-what', 'share-of-a-drain', ((45 + 155) / (45 + 155 + 300 + 1_500)) * 100],
  ['what-the-fee-pays-for', 'used-and-limit', 21_000 * (8 + 1)],
  ['what-the-fee-pays-for', 'to-the-validator', 21_000 * 2],
])('%s: the answer to %s is %d', (lesson, id, result) => expect(numberTo(lesson, id)).toBe(result))

it('a private key has up to 78 digits, and 1 is one', () => {
  expect(String(ORDER - 1n)).toHaveLength(78)
  expect(ORDER - 1n).toBeLessThan(2n ** 256n)
  expect(textOf('make-a-key')).toContain('up to 78 digits')
  expect(() => privateKeyToAccount(numberToHex(ORDER, { size: 32 }))).toThrow()
})

it('the key 1 leads to the public key and the address in the figure', () => {
  const figure = fileOf('make-a-key', 'one-way.svg')
  const { publicKey, address } = privateKeyToAccount(numberToHex(1n, { size: 32 }))
  const [first, last] = [publicKey.slice(4, 8), publicKey.slice(-4)]
  expect(figure).toContain(`>${first}…${last}<`)
  expect(figure).toContain(`>${address.slice(2, 6)}…${address.slice(-4)}<`)
  expect(keccak256(`0x${publicKey.slice(4)}` as Hex).slice(-40)).toBe(address.slice(2).toLowerCase())
  expect(publicKeyToAddress(publicKey)).toBe(address)
})

it('a trillion tries a second take 1 second, 13 days, 38,000 years and a number of years with 58 digits', () => {
  const text = textOf('make-a-key')
  const seconds = (tosses: number) => 2 ** tosses / 1e12
  expect(Math.round(seconds(40))).toBe(1)
  expect(Math.round(seconds(60) / 86_400)).toBe(13)
  expect(Math.round(seconds(80) / YEAR_SECONDS / 1_000)).toBe(38)
  const years = (2n ** 256n / 10n ** 12n / BigInt(YEAR_SECONDS)).toString()
  expect(years).toHaveLength(58)
  expect(String(1_000_000_000)).toHaveLength(10)
  for (const row of [
    '| 40 | 1 second |',
    '| 60 | 13 days |',
    '| 80 | 38,000 years |',
    '| 256 | years with 58 digits |',
  ])
    expect(text).toContain(row)
})

it('eight digits, 32 tosses, 12 digits, 128 and 256 tosses take ever longer to try', () => {
  const keys = new Map([
    ['Your birthday, written as eight digits', 10n ** 8n],
    ['A key drawn by 32 coin tosses', 2n ** 32n],
    ['A phone number of 12 digits, written six times', 10n ** 12n],
    ['Twelve words drawn by chance', 2n ** 128n],
    ['A key drawn by 256 coin tosses', 2n ** 256n],
  ])
  const { questions } = JSON.parse(fileOf('make-a-key', 'lesson.json'))
  const { options } = questions.find((each: { id: string }) => each.id === 'quickest-to-guess')
  expect(options).toEqual([...keys].sort(([, a], [, b]) => (a < b ? -1 : 1)).map(([kind]) => kind))
})

it('a phone number of up to 12 digits is a key six times in a row, and one of 10 digits is none eight times', () => {
  expect(fileOf('make-a-key', 'lesson.json')).toContain('Your phone number, written six times in a row')
  expect(BigInt('9'.repeat(12).repeat(6))).toBeLessThan(ORDER)
  expect(BigInt('1000000000'.repeat(8))).toBeGreaterThan(ORDER)
})

it('each sender pays 300 gwei, so both end with 3,700', () => {
  const text = textOf('first-transfer')
  const [linh, maks] = [
    { usdc: 30, gwei: 4_000 },
    { usdc: 0, gwei: 4_000 },
  ]
  const row = (name: string) =>
    `| ${name} | ${[linh, maks].map(({ usdc, gwei }) => `${usdc} USDC, ${gwei.toLocaleString('en')} gwei`).join(' | ')} |`
  const send = (from: typeof linh, to: typeof linh) => {
    from.usdc -= 5
    to.usdc += 5
    from.gwei -= 300
  }
  expect(text).toContain(row('At first'))
  send(linh, maks)
  expect(text).toContain(row('Sent'))
  send(maks, linh)
  expect(text).toContain(row('Sent back'))
  expect(answerTo('first-transfer', 'gwei-left')).toBe(formatGwei(parseEther('0.000002') - 3n * parseGwei('250')))
})

it('21,000 gas at 5 and 1 gwei cost 126,000 gwei, of which 105,000 are burned', () => {
  const text = textOf('what-the-fee-pays-for')
  const figure = fileOf('what-the-fee-pays-for', 'parts.svg')
  const fee = 21_000 * (5 + 1)
  expect(text).toContain(`${fee.toLocaleString('en')} gwei, or ${formatEther(parseGwei(String(fee)))} ETH`)
  expect(figure).toContain(`base fee ${(21_000 * 5).toLocaleString('en')}`)
})

it('two signatures with one k give the key 17 away, modulo 101', () => {
  const n = 101
  const mod = (value: number) => ((value % n) + n) % n
  const inverse = (value: number) => Array.from({ length: n }, (_, i) => i).find((i) => mod(i * value) === 1) ?? 0
  const divide = (a: number, b: number) => mod(mod(a) * inverse(mod(b)))
  const [key, k, r] = [17, 5, 9]
  const signed = (z: number) => divide(z + r * key, k)
  expect([signed(40), signed(72)]).toEqual([79, 45])
  expect([divide(40 - 72, 79 - 45), divide(79 * 5 - 40, r)]).toEqual([k, key])
  expect([mod(40 - 72), mod(79 * 5 - 40)]).toEqual([69, 52])
  const text = textOf('inside-a-signature')
  expect(text).toContain('(40 − 72) / (79 − 45) = 69 / 34 = 5')
  expect(text).toContain('(79 · 5 − 40) / 9 = 52 / 9 = 17')
  expect(String(ORDER)).toHaveLength(78)
  expect(answerTo('inside-a-signature', 'number-from-two')).toBe(String(divide(46 - 28, 14 - 11)))
  expect(divide(3, 18)).toBe(17)
  // The question's signatures belong to one key: in both, s * k - z is r * d.
  expect(mod(6 * 14 - 46)).toBe(mod(6 * 11 - 28))
})
