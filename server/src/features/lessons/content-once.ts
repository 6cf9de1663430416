import { type Catalogue, loadCatalogue } from './catalogue.ts'
import { type Glossary, loadGlossary } from './glossary/load-glossary.ts'

/** Reads a folder once. One that can't be read is read again the next time. */
function once<T>(load: (directory: string) => Promise<T>): (directory: string) => Promise<T> {
  const loaded = new Map<string, Promise<T>>()
  return (directory) => {
    const known = loaded.get(directory)
    if (known) return known
    const loading = load(directory)
    loaded.set(directory, loading)
    loading.catch(() => loaded.delete(directory))
    return loading
  }
}

/** Returns the lessons, which this process reads once. Throws the errors of `loadCatalogue`. */
export const catalogueOf: (directory: string) => Promise<Catalogue> = once(loadCatalogue)

/** Returns the glossary, read once by this process like the lessons. Throws the errors of `loadGlossary`. */
export const glossaryOf: (directory: string) => Promise<Glossary> = once(loadGlossary)
