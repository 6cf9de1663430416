import type { CatalogueLesson } from '../catalogue.ts'
import { type Balance, balancesOf } from './balance.ts'
import { measure } from './lesson-faults.ts'
import { ticCounts } from './tics.ts'

const HEADINGS = ['', 'lessons', 'words', 'grade', 'questions', 'kinds', 'labs', 'figures', 'sources']

/** Returns a table of the lessons by unit and by level, with the balance of options and the tics, for writers. */
export function lessonSummary(lessons: readonly CatalogueLesson[]): string {
  const groups = [
    ...groupedBy(lessons, ({ unit }) => unit.title),
    ...groupedBy(lessons, ({ difficulty }) => difficulty),
    ['all', lessons] as const,
  ]
  const rows = [HEADINGS, ...groups.map(([name, its]) => [name, ...figuresOf(its)])]
  const widths = HEADINGS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const table = rows.map((row) =>
    row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  '),
  )
  const tics = ticCounts(lessons).map(({ tic, count }) => `${tic.name} ${count} of ${tic.limit}`)
  return [...table, '', ...balancesOf(lessons).map(balanceLine), `Tics, of the most allowed: ${tics.join('; ')}`].join(
    '\n',
  )
}

function groupedBy(lessons: readonly CatalogueLesson[], nameOf: (lesson: CatalogueLesson) => string) {
  const groups = new Map<string, CatalogueLesson[]>()
  for (const lesson of lessons) groups.set(nameOf(lesson), [...(groups.get(nameOf(lesson)) ?? []), lesson])
  return groups
}

/** Returns a row of figures. Words and grade are means; figures exclude tables. */
function figuresOf(lessons: readonly CatalogueLesson[]): string[] {
  const measures = lessons.map(measure)
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const count = (countOf: (lesson: CatalogueLesson) => number) =>
    String(lessons.reduce((sum, lesson) => sum + countOf(lesson), 0))
  return [
    String(lessons.length),
    mean(measures.map(({ words }) => words)).toFixed(0),
    mean(measures.map(({ grade }) => grade)).toFixed(1),
    count(({ questions }) => questions.length),
    String(new Set(lessons.flatMap(({ questions }) => questions.map(({ kind }) => kind))).size),
    count(({ lab }) => (lab ? 1 : 0)),
    count(({ blocks }) => blocks.filter(({ kind }) => kind === 'figure').length),
    count(({ sources }) => sources.length),
  ]
}

function balanceLine({ kind, options, questions, places, longest, chance, length }: Balance): string {
  const percent = (share: number) => `${Math.round(100 * share)} %`
  return `${kind} of ${options}, ${questions} times: right at ${places.map(percent).join(', ')}; the longest is right in ${percent(longest)}, by chance ${percent(chance)}; ${length.toFixed(2)} times as long as wrong ones`
}
