import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Term, TextBlock } from '@aura/api/lesson-text'
import { ContentError } from '../text/content-error.ts'
import { parseText } from '../text/parse-text.ts'
import { plainSpans, termsOf } from '../text/plain-text.ts'

export interface GlossaryTerm extends Term {
  /** The whole text, the short explanation first. */
  blocks: TextBlock[]
}

/** Terms by id, in the order of their names. */
export type Glossary = ReadonlyMap<string, GlossaryTerm>

const FILE = /^([a-z0-9-]{2,40})\.md$/
const NO_PICTURES = new Map<string, string>()

/** Reads `<id>.md` files: `# Name`, then paragraphs, of which the first is a short explanation. Throws ContentError. */
export async function loadGlossary(directory: string): Promise<Glossary> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.md')).sort()
  const terms = await Promise.all(names.map((name) => loadTerm(directory, name)))
  const byId = new Map(terms.sort((a, b) => a.name.localeCompare(b.name, 'en')).map((term) => [term.id, term]))
  for (const term of terms) refuseUnknownTerms(`${term.id}.md`, term.blocks, byId)
  return byId
}

async function loadTerm(directory: string, file: string): Promise<GlossaryTerm> {
  const id = FILE.exec(file)?.[1]
  if (id === undefined) throw new ContentError(file, 1, 'the file of a term is named some-term.md')
  const markdown = await readFile(join(directory, file), 'utf8')
  const [, name, rest] = /^# +([^\n]+)\n([\s\S]*)$/.exec(markdown) ?? []
  if (name === undefined || rest === undefined) throw new ContentError(file, 1, 'a term begins with “# Its name”')
  // A blank line replaces the heading, so that lines stay as in the file.
  const { blocks } = parseText({ file, markdown: `\n${rest}`, pictures: NO_PICTURES })
  const [first] = blocks
  if (first?.kind !== 'paragraph') throw new ContentError(file, 2, 'a paragraph must explain the term')
  return { id, name: name.trim(), short: plainSpans(first.spans), blocks }
}

/** Throws ContentError for the first link to a term that has no file. */
export function refuseUnknownTerms(
  file: string,
  blocks: readonly TextBlock[],
  glossary: { has(id: string): boolean },
  lines?: readonly number[],
): void {
  blocks.forEach((block, at) => {
    const unknown = termsOf([block]).find((id) => !glossary.has(id))
    if (unknown !== undefined) throw new ContentError(file, lines?.[at] ?? 1, `the glossary has no ${unknown}`)
  })
}
