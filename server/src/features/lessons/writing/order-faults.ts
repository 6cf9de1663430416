import type { Span, TextBlock } from '@aura/api/lesson-text'
import type { CatalogueLesson } from '../catalogue.ts'
import type { Glossary, GlossaryTerm } from '../glossary/load-glossary.ts'
import { spansOf, termsOf } from '../text/plain-text.ts'

type OrderedLesson = Pick<CatalogueLesson, 'id' | 'needs' | 'teaches' | 'blocks'>

/** Terms that are everyday words as well, so that no text shows which of the two is meant. */
const EVERYDAY = new Set(['challenge', 'event', 'owner', 'snapshot', 'split', 'spread', 'stake', 'trust'])

/**
 * Returns why the path's order would lose a reader: a need that comes later, a term that no lesson or two teach, or one
 * that is used before the lesson that teaches it and isn't linked there.
 */
export function orderFaults(lessons: readonly OrderedLesson[], glossary: Glossary): string[] {
  const places = new Map(lessons.map(({ id }, place) => [id, place]))
  const needs = lessons.flatMap(({ id, needs }, place) =>
    needs.flatMap((need) =>
      (places.get(need) ?? place) < place ? [] : [`${id} needs ${need}, which doesn’t come before it`],
    ),
  )
  const loose = lessons.flatMap(({ id, teaches }) =>
    teaches.flatMap((term) => (glossary.has(term) ? [] : [`${id} teaches ${term}, which the glossary doesn’t have`])),
  )
  return [...needs, ...loose, ...[...glossary.values()].flatMap((term) => termFaults(term, lessons))]
}

function termFaults(term: GlossaryTerm, lessons: readonly OrderedLesson[]): string[] {
  const [teacher, second] = lessons.filter(({ teaches }) => teaches.includes(term.id))
  if (!teacher) return [`no lesson teaches ${term.id}`]
  if (second) return [`${teacher.id} and ${second.id} both teach ${term.id}`]
  if (!termsOf(teacher.blocks).includes(term.id)) return [`${teacher.id} teaches ${term.id} and doesn’t link it`]
  if (EVERYDAY.has(term.id)) return []
  return lessons
    .slice(0, lessons.indexOf(teacher))
    .filter(({ blocks }) => !termsOf(blocks).includes(term.id) && mentions(blocks, term))
    .map(({ id }) => `${id} says “${nameOf(term)}” before ${teacher.id} teaches it, without a link`)
}

const nameOf = ({ name }: GlossaryTerm) => name.replace(/ \(.*\)$/, '').toLowerCase()

/** Returns whether a text names the term, in the singular or plural, other than in links and code. */
function mentions(blocks: readonly TextBlock[], term: GlossaryTerm): boolean {
  const word = new RegExp(`(?<![\\p{L}\\p{N}-])${nameOf(term)}(?:s|es)?(?![\\p{L}\\p{N}-])`, 'iu')
  return blocks.some((block) => word.test(spansOf(block).map(wordsOf).join('')))
}

const wordsOf = (span: Span): string => (span.term !== undefined || span.code ? '\n' : span.text)
