import { type Catalogue, loadCatalogue } from './catalogue.ts'
import { type Glossary, loadGlossary } from './glossary/load-glossary.ts'

/** A folder that can't be read is read again the next time. */
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

/** Read once by this process: lessons change with a start only. Throws as `loadCatalogue` does. */
export const catalogueOf: (directory: string) => Promise<Catalogue> = once(loadCatalogue)

/** Read once by this process, like the lessons. Throws as `loadGlossary` does. */
export const glossaryOf: (directory: string) => Promise<Glossary> = once(loadGlossary)
