import type { Answer } from '@aura/api/calls'
import type { CatalogueLesson } from '../catalogue.ts'
import type { Glossary } from './load-glossary.ts'

/** Returns every term with the lesson that teaches it. */
export function explainedTerms(
  glossary: Glossary,
  lessons: Iterable<Pick<CatalogueLesson, 'id' | 'title' | 'teaches'>>,
): Answer<'GET /api/glossary'> {
  const teachers = new Map<string, { id: string; title: string }>()
  for (const { id, title, teaches } of lessons) for (const term of teaches) teachers.set(term, { id, title })
  return [...glossary.values()].map((term) => ({ ...term, lesson: teachers.get(term.id) ?? null }))
}
