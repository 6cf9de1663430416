/**
 * Letters as people see them: one or more characters that belong together, such as an emoji or a base with its marks.
 * This file imports nothing, so any page can use it.
 */
const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

export const lettersOf = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment)

/** Returns the first letter of a name as a capital, or '?' for an empty one. */
export function initialOf(name: string | null | undefined): string {
  const [first = '?'] = lettersOf(name ?? '')
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
