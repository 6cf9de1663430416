const COUNTED = 'one two three four five six seven eight nine ten eleven twelve'.split(' ')
const NAMED = new Map([
  ...COUNTED.map((word, index): [string, number] => [word, index + 1]),
  ...Object.entries({ half: 1 / 2, third: 1 / 3, quarter: 1 / 4, fifth: 1 / 5, tenth: 1 / 10 }),
  ...Object.entries({ twice: 2, double: 2, dozen: 12, twenty: 20, thirty: 30 }),
  ...Object.entries({ hundred: 100, thousand: 1e3, million: 1e6, billion: 1e9 }),
])
const PART = /0x[\da-f…]+|(\d[\d,]*(?:\.\d+)?)|\p{L}+/giu
const SHARE = /per cent|%|\bfee\b|\bshare\b/i
/** Enough for all but a few questions, and bounds the search. */
const MAX_NUMBERS = 8

/** Returns the numbers of a text, in figures or words, without addresses. */
function numbersIn(text: string): number[] {
  return [...text.matchAll(PART)].flatMap(([part, figure]) => {
    if (figure !== undefined) return Number(figure.replaceAll(',', ''))
    return NAMED.get(part.toLowerCase().replace(/s$/, '')) ?? []
  })
}

/**
 * Returns whether a number follows from those of a text by at most two of the four operations, each number used once.
 * Where a text speaks of shares or fees, 100 per cent and a third operation help.
 */
export function isComputable(text: string, answer: number): boolean {
  const numbers = numbersIn(text).slice(0, MAX_NUMBERS)
  return reaches(numbers, answer, 2) || (SHARE.test(text) && reaches([...numbers, 100], answer, 3))
}

const isSame = (a: number, b: number) => Math.abs(a - b) <= 1e-6 * Math.max(1, Math.abs(b))

function reaches(numbers: readonly number[], answer: number, steps: number): boolean {
  if (numbers.some((number) => isSame(number, answer))) return true
  if (steps === 0) return false
  return numbers.some((a, i) =>
    numbers.slice(i + 1).some((b, j) => {
      const rest = numbers.toSpliced(i + 1 + j, 1).toSpliced(i, 1)
      return [a + b, a - b, b - a, a * b, a / b, b / a].some(
        (result) => Number.isFinite(result) && reaches([...rest, result], answer, steps - 1),
      )
    }),
  )
}
