/** Returns the words as a reader counts them: digits and code count as one each. */
export const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}][\p{L}\p{N}’'.,-]*/gu) ?? []

/** Returns the Flesch-Kincaid grade of English prose: the years of school it requires. */
export function readingGrade(paragraphs: readonly string[]): number {
  const sentences = paragraphs.reduce((sum, text) => sum + sentencesOf(text), 0)
  const words = paragraphs.flatMap(wordsOf)
  const syllables = words.reduce((sum, word) => sum + syllablesOf(word), 0)
  if (words.length === 0) return 0
  return 0.39 * (words.length / sentences) + 11.8 * (syllables / words.length) - 15.59
}

const sentencesOf = (text: string): number => Math.max(1, text.match(/[.!?:](?=\s|$)/g)?.length ?? 0)

/** Estimates syllables by vowel groups; numbers and code count as one. */
function syllablesOf(word: string): number {
  const letters = word.toLowerCase().replace(/[^a-z]/g, '')
  if (letters === '' || /\d/.test(word)) return 1
  const groups = letters.replace(/(?:[^laeiouy]es|[^td]ed|[^l]e)$/, '').match(/[aeiouy]+/g)
  return Math.max(1, groups?.length ?? 0)
}
