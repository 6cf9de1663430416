const NAMED = new Map(
  Object.entries({
    half: 0.5,
    third: 1 / 3,
    quarter: 0.25,
    fifth: 0.2,
    tenth: 0.1,
    twice: 2,
    double: 2,
    dozen: 12,
    one: 1,
    two: 2,
    three: 3,
    four: 4,
    five: 5,
    six: 6,
    seven: 7,
    eight: 8,
    nine: 9,
    ten: 10,
    eleven: 11,
    twelve: 12,
    twenty: 20,
    thirty: 30,
    hundred: 100,
    thousand: 1_000,
    million: 1_000_000,
    billion: 1_000_000_000,
  }),
)
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
  for (let i = 0; i < numbers.length; i++) {
    for (let j = i + 1; j < numbers.length; j++) {
      const [a, b] = [numbers[i] as number, numbers[j] as number]
      const rest = numbers.filter((_, at) => at !== i && at !== j)
      for (const result of [a + b, a - b, b - a, a * b, a / b, b / a]) {
        if (Number.isFinite(result) && reaches([...rest, result], answer, steps - 1)) return true
      }
    }
  }
  return false
}
