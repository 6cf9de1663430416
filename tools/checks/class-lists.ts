import { __unstable__loadDesignSystem as loadDesignSystem } from 'tailwindcss'
import type { Source } from './source.ts'
import { strings } from './syntax.ts'

/** A class name in a CSS module says more than a longer list. */
const MAX_UTILITIES = 6

const VARIANTS = new Set(['hover', 'focus-visible', 'md', 'max-md'])

/** Returns the Tailwind utilities in a text, in order. */
export type FindUtilities = (text: string) => string[]

/**
 * Extracts utilities with Tailwind itself and the theme in `tokens`, so that prose and module class names don't match.
 */
export async function findUtilities(tailwind: string, tokens: string): Promise<FindUtilities> {
  const design = await loadDesignSystem(`@import "tailwindcss";\n${tokens}`, {
    base: '/',
    loadStylesheet: async () => ({ path: 'tailwindcss', base: '/', content: tailwind }),
  })
  const known = new Map<string, boolean>()
  const isUtility = (word: string) => {
    const cached = known.get(word) ?? typeof design.candidatesToCss([word])[0] === 'string'
    known.set(word, cached)
    return cached
  }
  return (text) => text.split(/\s+/).filter((word) => word !== '' && isUtility(word))
}

/** Returns the class lists that belong in a CSS module: too long, off the theme, or with other variants. */
export const overgrownClassLists =
  (find: FindUtilities) =>
  (source: Source): string[] =>
    strings(source).flatMap((text) => {
      const utilities = find(text)
      const arbitrary = utilities.filter((utility) => utility.includes('['))
      const variants = utilities.filter((utility) =>
        utility
          .split(':')
          .slice(0, -1)
          .some((variant) => !VARIANTS.has(variant)),
      )
      const long = utilities.length > MAX_UTILITIES ? [`${utilities.length} utilities: ${utilities.join(' ')}`] : []
      return [...long, ...new Set([...arbitrary, ...variants])]
    })
