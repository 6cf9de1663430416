interface NamedTerm {
  name: string
  short: string
}

/** Returns the terms with all words of the query in name or explanation, matches in the name first. */
export function foundTerms<T extends NamedTerm>(terms: readonly T[], query: string): T[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const hasAll = (text: string) => words.every((word) => text.toLowerCase().includes(word))
  const named = terms.filter(({ name }) => hasAll(name))
  const explained = terms.filter((term) => !named.includes(term) && hasAll(`${term.name} ${term.short}`))
  return [...named, ...explained]
}

export const countText = (count: number): string =>
  count === 0 ? 'No term found' : count === 1 ? '1 term' : `${count} terms`

/** Returns the terms grouped by first letter, in their order; digits and signs are '#'. */
export function byLetter<T extends NamedTerm>(terms: readonly T[]): [letter: string, terms: T[]][] {
  const groups = new Map<string, T[]>()
  for (const term of terms) {
    const letter = /^[a-z]/i.exec(term.name)?.[0].toUpperCase() ?? '#'
    const group = groups.get(letter)
    if (group) group.push(term)
    else groups.set(letter, [term])
  }
  return [...groups]
}
