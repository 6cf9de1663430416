/**
 * Bots that answer blindly: every check of their day until it passes or rests, units until one fails, and a review a day.
 * Their labs count as done, and each evening their day's lessons as finished, so that the default days try every lesson.
 * `npm run bench guess PEOPLE DAYS REVIEWS` for other numbers. Their responses are random within each question's form;
 * numbers are 0 to 100. Exits with an error when a lesson was never tried, or when a unit could be tried after another
 * had failed that day.
 */
import { once } from 'node:events'
import { LESSON_RULES } from '../api/src/rules/lessons.ts'
import { dailyLessonIds } from '../server/src/features/lessons/daily.rules.ts'
import { type Catalogue, loadCatalogue } from '../server/src/features/lessons/index.ts'
import { LESSONS_DIR } from '../tests/server/lessons/twelve-lessons.ts'
import type { GuessCrowdStart, GuessMessage, GuessTally } from './guess/crowd.ts'
import { startDatabase } from './support/database.ts'
import { printFigure, printTable } from './support/figures.ts'
import { startProgram } from './support/programs.ts'

const catalogue = await loadCatalogue(LESSONS_DIR)
const wholeCatalogueDays = daysOf(catalogue)
const [people = 1_000, days = wholeCatalogueDays, reviewsADay = 1] = process.argv.slice(2).map(Number)
const CROWDS = 2

const startedAt = performance.now()
const seconds = () => Math.round((performance.now() - startedAt) / 1_000)

/** Returns after how many days someone who finishes each day's lessons has had them all. */
function daysOf(catalogue: Catalogue): number {
  const lessons = [...catalogue.values()]
  const completedBefore = new Set<string>()
  let days = 0
  for (; completedBefore.size < lessons.length; days++) {
    const ids = dailyLessonIds(lessons, { completedBefore, perDay: LESSON_RULES.lessonsPerDay })
    for (const id of ids) completedBefore.add(id)
  }
  return days
}

async function playCrowd(start: GuessCrowdStart, afterDay: (day: number) => void): Promise<GuessTally> {
  const child = startProgram('guess/crowd.ts', start)
  const ended = once(child, 'exit')
  let tally: GuessTally | undefined
  child.on('message', (message: GuessMessage) => {
    if (typeof message === 'number') afterDay(message)
    else tally = message
  })
  const [code] = await ended
  if (!tally) throw new Error(`a crowd ended without a tally (${code})`)
  return tally
}

const postgres = await startDatabase({ shared_buffers: '256MB' })
let tallies: GuessTally[]
try {
  const each = Math.ceil(people / CROWDS)
  const starts = Array.from({ length: CROWDS }, (_, crowd) => ({
    url: postgres.url,
    first: 1 + crowd * each,
    people: Math.min(each, people - crowd * each),
    days,
    reviewsADay,
  }))
  const daysDone = new Map<number, number>()
  tallies = await Promise.all(
    starts.map((start) =>
      playCrowd(start, (day) => {
        const crowds = (daysDone.get(day) ?? 0) + 1
        daysDone.set(day, crowds)
        if (crowds === CROWDS && day % 5 === 0) console.log(`day ${day} of ${days} after ${seconds()} s`)
      }),
    ),
  )
} finally {
  await postgres.stop()
}

type Counted = Exclude<keyof GuessTally, 'lessonsTried'>
const sum = (name: Counted) => tallies.reduce((total, tally) => total + tally[name], 0)
const share = (name: Counted, of: Counted) => (sum(of) === 0 ? 0 : sum(name) / sum(of))
const row = (title: string, of: Counted, name: Counted) => [
  title,
  sum(of),
  sum(name),
  `${(100 * share(name, of)).toFixed(1)} %`,
]
printTable(
  ['blindly', 'tried', 'passed', 'share'],
  [
    row('checks', 'checks', 'passed'),
    row('units', 'placements', 'placementsPassed'),
    row('reviews', 'reviews', 'reviewsPassed'),
    row('days counted', 'days', 'counted'),
  ],
)
const { size: tried } = new Set(tallies.flatMap(({ lessonsTried }) => lessonsTried))
console.log(`${tried} of ${catalogue.size} lessons tried by ${people} people in ${seconds()} s`)
printFigure('guess-passed', share('passed', 'checks'))
printFigure('guess-placed', share('placementsPassed', 'placements'))
printFigure('guess-days-kept', share('keptBlind', 'days'))
const triedAgain = sum('triedAgain')
if (triedAgain > 0) console.error(`${triedAgain} units could be tried after another had failed`)
if (triedAgain > 0 || (days >= wholeCatalogueDays && tried < catalogue.size)) process.exitCode = 1
