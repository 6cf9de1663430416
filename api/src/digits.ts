/** This file imports nothing, so any page can use it. */

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
