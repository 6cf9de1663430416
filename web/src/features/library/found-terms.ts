interface NamedTerm {
  name: string
  short: string
}

/** Returns the terms with all words of the query in name or explanation; those named so come first. */
export function foundTerms<T extends NamedTerm>(terms: readonly T[], query: string): T[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const hasAll = (text: string) => words.every((word) => text.toLowerCase().includes(word))
  const named = terms.filter(({ name }) => hasAll(name))
  const explained = terms.filter((term) => !named.includes(term) && hasAll(`${term.name} ${term.short}`))
  return [...named, ...explained]
}
