export interface Unit {
  name: string
  decimals: number
}

export const USDC: Unit = { name: 'USDC', decimals: 6 }
export const STEEZE: Unit = { name: 'Steeze', decimals: 0 }

/** An amount in the smallest part of its unit, or a message for the user that says why it was refused. */
export type Amount = { value: number; problem: null } | { value: null; problem: string }

const LONGEST = 60
const OTHER_UNITS = /^(usdc?|steeze|ap)$/i
/** Spaces of any width, used as thousands separators. */
const BLANKS = /[\s\u00a0\u2000-\u200a\u202f\u205f\u3000]+/g

/**
 * Parses an amount as people type and paste it: '1,000.50', '1 000,50', '.5', '0,25', '$5', '5 USDC', '٥'. A point separates
 * decimals and a comma thousands, as on our pages; a comma separates decimals where it can't separate thousands.
 * Ambiguous input is refused. `floor` truncates extra decimals instead of refusing them. Zero is valid.
 */
export function parseAmount(typed: string, unit: Unit, { floor = false }: { floor?: boolean } = {}): Amount {
  if (typed.length > LONGEST) return wrong('This amount is too large.')
  const text = westernNumber(typed).replace(BLANKS, ' ').trim()
  if (text === '') return wrong('Enter an amount.')
  const digitsOnly = wrong(`Use digits only, such as ${unit.decimals > 0 ? '12.50' : '120'}.`)
  const [, sign = '', dollar, number = '', suffix = ''] = /^([-+\u2212]?) ?(\$?) ?(.*?) ?([a-z]*)$/i.exec(text) ?? []
  if (!/^\d*[\d.,' \u2019]*$/.test(number) || !/\d/.test(number)) return digitsOnly
  const named = suffix === '' ? (dollar ? 'USD' : '') : suffix
  if (named !== '' && !isNameOf(named, unit)) {
    return OTHER_UNITS.test(named) ? wrong(`This amount is in ${unit.name}.`) : digitsOnly
  }
  if (sign !== '' && sign !== '+') return wrong('Enter an amount above zero.')
  const read = readNumber(number, unit)
  if (read === null) return digitsOnly
  return 'problem' in read ? wrong(read.problem) : inSmallestParts(read, unit, floor)
}

const wrong = (problem: string): Amount => ({ value: null, problem })

const isNameOf = (word: string, { name }: Unit): boolean =>
  word.toUpperCase() === name.toUpperCase() || (name === USDC.name && word.toUpperCase() === 'USD')

interface Digits {
  whole: string
  fraction: string
}

const digits = (whole: string, fraction = ''): Digits => ({ whole: whole.replace(/[^\d]/g, ''), fraction })
const twoWays = (text: string, a: string, b: string) => ({
  problem: `${text} can be read in two ways. Write ${a} or ${b}.`,
})

/** Decides which separators are for thousands and which for decimals. Returns null if the text is not a number. */
function readNumber(text: string, { decimals }: Unit): Digits | { problem: string } | null {
  const [, plain, , decimal] = /^(\d*)(([.,])\d*)?$/.exec(text) ?? []
  if (plain !== undefined) {
    const fraction = text.slice(plain.length + 1)
    // A dot before exactly three digits may separate thousands.
    const isGroup = fraction.length === 3 && /^[1-9]\d{0,2}$/.test(plain)
    if (decimal === ',' && isGroup) return digits(plain + fraction)
    const isOwnStyle = decimal !== ',' || fraction.length < 3 || !/^[1-9]/.test(plain)
    const isDoubtful = isGroup && (decimals === 0 || fraction.endsWith('0'))
    if (isOwnStyle && !isDoubtful) return digits(plain, fraction)
    return twoWays(text, String(Number(`${plain}.${fraction}`)), plain + fraction)
  }
  const [, grouped, fraction] =
    /^([1-9]\d{0,2}(?:,\d{3})+|[1-9]\d{0,2}(?:([ '\u2019])\d{3})(?:\2\d{3})*)(?:\.\d*)?$/.test(text)
      ? (/^(.*?)(?:\.(\d*))?$/.exec(text) ?? [])
      : (/^([1-9]\d{0,2}(?: \d{3})+),(\d*)$/.exec(text) ?? [])
  if (grouped !== undefined) return digits(grouped, fraction)
  const [, points, cents] = /^([1-9]\d{0,2}(?:\.\d{3})+)(?:,(\d*))?$/.exec(text) ?? []
  if (points === undefined) return null
  return { problem: `Use a point for decimals: ${points.replaceAll('.', '')}${cents ? `.${cents}` : ''}.` }
}

function inSmallestParts({ whole, fraction }: Digits, { name, decimals }: Unit, floor: boolean): Amount {
  const needed = fraction.replace(/0+$/, '')
  if (needed.length > decimals && !floor) {
    return wrong(decimals === 0 ? `Whole ${name} only.` : `${name} has at most ${decimals} decimals.`)
  }
  const value = Number(whole + needed.slice(0, decimals).padEnd(decimals, '0'))
  return Number.isSafeInteger(value) ? { value, problem: null } : wrong('This amount is too large.')
}

const DIGIT = /\p{Nd}/u
/** Full-width signs of East Asian keyboards. */
const WIDE = /[\uff01-\uff5e]/g
/** The decimal and thousands separators and the comma of Arabic keyboards. */
const ARABIC: Readonly<Record<string, string>> = { '\u066b': '.', '\u066c': ',', '\u060c': ',' }

/** Returns a typed number with the digits (٥, ५, ５) and separators of every script as those of ASCII. */
export const westernNumber = (text: string): string =>
  text
    .replace(WIDE, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(/[\u066b\u066c\u060c]/g, (sign) => ARABIC[sign] ?? sign)
    .replace(/[^\P{Nd}0-9]/gu, (digit) => String(digitAt(digit.codePointAt(0) ?? 0)))

/** Unicode has digits in runs of ten, from zero to nine; some runs follow each other. */
function digitAt(point: number): number {
  let first = point
  while (DIGIT.test(String.fromCodePoint(first - 1))) first--
  return (point - first) % 10
}
