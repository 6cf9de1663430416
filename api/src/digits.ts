/** This file imports nothing, so any page can use it. */

const DIGIT = /\p{Nd}/u

/** Returns the text with the decimal digits of every script (٥, ५, ５) as 0 to 9. */
export const westernDigits = (text: string): string =>
  text.replace(/[^\P{Nd}0-9]/gu, (digit) => String(digitAt(digit.codePointAt(0) ?? 0)))

/** Unicode has digits in runs of ten, from zero to nine; some runs follow each other. */
function digitAt(point: number): number {
  let first = point
  while (DIGIT.test(String.fromCodePoint(first - 1))) first--
  return (point - first) % 10
}
