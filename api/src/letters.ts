/**
 * Letters as people see them: one or more characters that belong together, such as an emoji or a base with its marks.
 * This file imports nothing, so any page can use it.
 */
let segmenter: Intl.Segmenter | undefined

/** Latin letters, digits and punctuation: none of them joins another. */
const SINGLE = /^[ -~\u00a0-\u02ff\u2010-\u2027\u2030-\u205e]*$/

/** Returns the letters of a text, in order. Most texts don't need the segmenter, which takes milliseconds to load. */
export function lettersOf(text: string): string[] {
  if (SINGLE.test(text)) return [...text]
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}

const RIGHT_TO_LEFT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u
const ISOLATES = /[\u2068\u2069]/g

/** Returns a name or title for a sentence: letters from right to left don't reorder what stands around it. */
export const isolated = (text: string): string => (RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text)

/** Returns the first letter of a name as a capital, or '?' for an empty one. */
export function initialOf(name: string | null | undefined): string {
  const [first = '?'] = lettersOf((name ?? '').replace(ISOLATES, ''))
  const capital = first.toUpperCase()
  // Some letters have no single capital: 'ß' would become 'SS'.
  return lettersOf(capital).length === 1 ? capital : first
}

/** Returns the first letters of a text, as many as fit into `most` characters. */
export function cutToLength(text: string, most: number): string {
  if (text.length <= most) return text
  let kept = ''
  for (const letter of lettersOf(text)) {
    if (kept.length + letter.length > most) break
    kept += letter
  }
  return kept
}

/** Returns a text of at most `most` letters, the last of which is an ellipsis if it was cut. */
export function shortened(text: string, most: number): string {
  const letters = lettersOf(text)
  return letters.length <= most ? text : `${letters.slice(0, most - 1).join('')}…`
}
