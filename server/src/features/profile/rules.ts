import { calls } from '@aura/api/calls'

/** First segments of the calls' addresses, such as `battles`. */
const ADDRESSES = Object.keys(calls).flatMap((key) => /[/]api[/](\w+)/.exec(key)?.[1] ?? [])

const DIGITS: Record<string, string> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't' }
const digitsAsLetters = (text: string): string => text.replace(/\d/g, (digit) => DIGITS[digit] ?? digit)
/** Writes letters that look alike as one of them, without the lines between. */
const folded = (text: string): string => text.replaceAll('_', '').replaceAll('rn', 'm').replaceAll('l', 'i')
const oneOf = (words: string): string => words.split(' ').map(folded).join('|')

/** Words that sound like the product or its staff, alone, in any combination, and beside others that say no more. */
const ACTS_FOR = oneOf(
  'admin administrator aura help mod moderator official root security staff steeze support system team',
)
const BESIDE = oneOf('app bot care contact desk dev hq info news ops real service the')
const OFFICIAL_NAME = new RegExp(`^(?:${BESIDE}|\\d)*(?:(?:${ACTS_FOR})(?:${BESIDE}|\\d)*)+$`)
const isOfficial = (username: string): boolean =>
  [username, digitsAsLetters(username)].some((name) => OFFICIAL_NAME.test(folded(name)))

/** Names that could be taken for one of the product's pages, or for nobody. */
const RESERVED = new Set([
  ...ADDRESSES,
  ...[
    'about api auth battle battles home leaderboard login logout me null profile receipts reserves settings steeze',
    'streak terms trending undefined user users whitelist',
  ]
    .join(' ')
    .split(' '),
])

const GONE = 'deleted_'

export const isReservedUsername = (username: string): boolean =>
  RESERVED.has(username) || isOfficial(username) || username.startsWith(GONE)

/** Returns a placeholder derived from the id, so that it is unique. */
export const goneUsername = (userId: string): string => GONE + userId.replaceAll('-', '').slice(-12)

// Words of four and of three letters, because lists show twelve letters of a name.
const FIRST = 'airy blue bold calm cool deep fair fond free glad gold keen kind lush mild neat pure soft warm wise'
const SECOND = 'arc bay bee cub dew elm fig fin fox gem ice ivy jay jet oak owl ray sea sky sun yew zen'

/** Returns a name such as `calm_fox_482`, at most 12 characters. `random` returns a number in [0, 1). */
export function generatedUsername(random: () => number): string {
  const pick = (words: string) => {
    const list = words.split(' ')
    return list[Math.floor(random() * list.length)] ?? list[0]
  }
  return `${pick(FIRST)}_${pick(SECOND)}_${100 + Math.floor(random() * 900)}`
}
