import type { Difficulty } from '@aura/api/calls/lessons/lesson'
import type { CatalogueLesson } from '../catalogue.ts'
import type { QuestionFile } from '../check/question-file.ts'
import type { GlossaryTerm } from '../glossary/load-glossary.ts'
import { proseOf } from '../text/plain-text.ts'
import { balanceFaults } from './balance.ts'
import { readingGrade, wordsOf } from './reading-grade.ts'
import { checkLimitDays } from './source-dates.ts'

const WORDS: Readonly<Record<Difficulty, number>> = { beginner: 150, intermediate: 220, advanced: 300 }
const GRADES: Readonly<Record<Difficulty, number>> = { beginner: 6, intermediate: 8, advanced: 10 }
const WORDS_TOLERANCE = 0.2
/** Tolerance of an option's length. */
const TOLERANCE = 0.25
const HOOK_WORDS = 45
const MIN_QUESTIONS = 4
const MIN_SOURCES = 2
const DAY_MS = 24 * 3_600_000
const MAX_TERM_SENTENCES = 2
const MAX_CHANGE_SENTENCES = 2
const MAX_SHORT_LENGTH = 170
const SENTENCE_END = /[.!?](?=[”’)]*(?:\s|$))/g

/** Returns why a valid lesson must not be published, in sentences for its writer. `now` decides the age of sources. */
export function lessonFaults(lesson: CatalogueLesson, now: Date): string[] {
  return [...textFaults(lesson), ...questionFaults(lesson), ...sourceFaults(lesson, now), ...changeFaults(lesson, now)]
}

/** Measures prose; tables, figures and code are not counted. */
export function measure({ blocks }: Pick<CatalogueLesson, 'blocks'>): { hook: number; words: number; grade: number } {
  const [hook, ...tell] = [blocks.slice(0, 1), blocks.slice(1)].map(proseOf) as [string[], string[]]
  return {
    hook: hook.flatMap(wordsOf).length,
    words: tell.flat().flatMap(wordsOf).length,
    grade: readingGrade([...hook, ...tell.flat()]),
  }
}

function* textFaults(lesson: CatalogueLesson): Generator<string> {
  const { hook, words, grade } = measure(lesson)
  const target = WORDS[lesson.difficulty]
  if (hook > HOOK_WORDS) yield `the hook has ${hook} words, at most ${HOOK_WORDS}`
  if (Math.abs(words - target) > target * WORDS_TOLERANCE) yield `the text has ${words} words, about ${target} expected`
  const highest = GRADES[lesson.difficulty]
  if (grade > highest) yield `the text reads at grade ${grade.toFixed(1)}, at most ${highest}`
  if (!lesson.predict) yield 'there is no question to guess before the text'
}

function* questionFaults({ questions }: CatalogueLesson): Generator<string> {
  if (questions.length < MIN_QUESTIONS)
    yield `there are ${questions.length} questions, at least ${MIN_QUESTIONS} expected`
  for (const question of questions) {
    if (question.kind === 'choose-one' && hasUnevenOptions(question)) {
      yield `${question.id}: an option is more than ${TOLERANCE * 100} % longer or shorter than the others`
    }
  }
}

function hasUnevenOptions({ options }: QuestionFile & { kind: 'choose-one' }): boolean {
  const lengths = options.map(({ text }) => text.length)
  const mean = lengths.reduce((sum, length) => sum + length, 0) / lengths.length
  return lengths.some((length) => Math.abs(length - mean) > mean * TOLERANCE)
}

function* sourceFaults({ sources }: CatalogueLesson, now: Date): Generator<string> {
  if (sources.length < MIN_SOURCES) yield `there are ${sources.length} sources, at least ${MIN_SOURCES} expected`
  for (const { url, checkedOn } of sources) {
    if (checkedOn === null) yield `${url} has no day on which it was checked`
    else if (now.getTime() - Date.parse(checkedOn) > checkLimitDays(url) * DAY_MS)
      yield `${url} was last checked more than ${checkLimitDays(url)} days ago`
    else if (Date.parse(checkedOn) - now.getTime() > DAY_MS)
      // a writer’s day may be ahead of UTC
      yield `${url} was last checked on a day that is still to come`
    if (!isWellFormed(url)) yield `${url} is no address of a page that everyone can open`
  }
  const twice = sources.find(({ url }, at) => sources.findIndex((other) => other.url === url) !== at)
  if (twice) yield `${twice.url} is named twice`
}

/** Faults of the notes on what changed. The form bounds their length. */
function* changeFaults({ changed, sources, blocks }: CatalogueLesson, now: Date): Generator<string> {
  for (const [at, { on, was, now: holds, source, paragraph }] of changed.entries()) {
    const named = sources.find(({ url }) => url === source)
    if (!named) yield `the change of ${on} names ${source}, which is none of the lesson’s sources`
    else if (named.checkedOn !== null && named.checkedOn < on)
      yield `the change of ${on} rests on ${source}, which was last checked before`
    if (Date.parse(on) - now.getTime() > DAY_MS) yield `the change of ${on} is still to come`
    if (paragraph > blocks.length) yield `the change of ${on} points at paragraph ${paragraph} of ${blocks.length}`
    if (sentencesIn(was) !== 1 || sentencesIn(holds) < 1 || sentencesIn(holds) > MAX_CHANGE_SENTENCES)
      yield `the change of ${on} takes one sentence for what was said, and one or two for what holds`
    if (on > (changed[at - 1]?.on ?? on)) yield `the change of ${on} stands below an older one`
  }
}

const sentencesIn = (text: string): number => text.match(SENTENCE_END)?.length ?? 0

/** Returns whether a URL is a page of a public host, without port, account or spaces. */
function isWellFormed(url: string): boolean {
  const { protocol, hostname, port, username, password } = new URL(url)
  const isPublicName =
    /^(?:[a-z0-9-]+\.)+[a-z]{2,}$/.test(hostname) && !/\.(?:local|localhost|test|example|invalid)$/.test(hostname)
  return protocol === 'https:' && isPublicName && `${port}${username}${password}` === '' && !/[\s<>"]|\.$/.test(url)
}

/** Returns the faults of the glossary's terms, each of which is explained in two sentences, the first of them short. */
export function glossaryFaults(terms: Iterable<Pick<GlossaryTerm, 'id' | 'short' | 'blocks'>>): string[] {
  return [...terms].flatMap(({ id, short, blocks }) => {
    const sentences = sentencesIn(proseOf(blocks).join('\n'))
    return [
      ...(sentences > MAX_TERM_SENTENCES
        ? [`${id} is explained in ${sentences} sentences, at most ${MAX_TERM_SENTENCES}`]
        : []),
      ...(short.length > MAX_SHORT_LENGTH
        ? [`${id} begins with ${short.length} characters, at most ${MAX_SHORT_LENGTH}`]
        : []),
    ]
  })
}

/** Returns faults of the lessons as a whole: options that give themselves away, and repeated takeaways. */
export function catalogueFaults(lessons: readonly CatalogueLesson[]): string[] {
  const takeaways = lessons.flatMap(({ keyTakeaways }) => keyTakeaways.map((text) => text.toLowerCase()))
  const twice = takeaways.find((text, at) => takeaways.indexOf(text) !== at)
  return [...balanceFaults(lessons), ...(twice === undefined ? [] : [`two lessons say “${twice}”`])]
}
