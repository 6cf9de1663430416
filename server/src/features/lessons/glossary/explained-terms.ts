import type { Answer } from '@aura/api/calls'
import type { CatalogueLesson } from '../catalogue.ts'
import { termsOf } from '../text/plain-text.ts'
import type { Glossary } from './load-glossary.ts'

/** Returns every term with the first of `lessons` that links it. */
export function explainedTerms(
  glossary: Glossary,
  lessons: Iterable<Pick<CatalogueLesson, 'id' | 'title' | 'blocks'>>,
): Answer<'GET /api/glossary'> {
  const firsts = new Map<string, { id: string; title: string }>()
  for (const { id, title, blocks } of lessons) {
    for (const term of termsOf(blocks)) if (!firsts.has(term)) firsts.set(term, { id, title })
  }
  return [...glossary.values()].map((term) => ({ ...term, lesson: firsts.get(term.id) ?? null }))
}
