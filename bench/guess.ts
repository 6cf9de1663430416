/**
 * Three bots that never read a lesson answer its check, the checks of whole units, and battles of rounds: one blindly, one
 * by what right options look like, one that also calculates with the numbers of a question and knows how stories go. The
 * last two have learned from the other lessons. Their chances are computed exactly, over all questions that may be drawn.
 * Then bots lose battles of rounds to their owner's account on purpose, for its rating.
 */
import { rng } from '@aura/drawing/random'
import { loadCatalogue } from '../server/src/features/lessons/catalogue.ts'
import { checkPassChance, placementPassChance } from '../server/src/features/lessons/check/guess.rules.ts'
import { unitsOf } from '../server/src/features/lessons/path/unit.rules.ts'
import { canBePlaced } from '../server/src/features/lessons/placement/placement.rules.ts'
import { sharedQuestion } from '../server/src/features/lessons/shared-questions.ts'
import { defaultLimits } from '../server/src/limits.ts'
import { LESSONS_DIR } from '../tests/server/lessons/twelve-lessons.ts'
import { blind, crossValidated, cueBot, wiseBot } from './guess/bots.ts'
import { honestlyProven, provenByBots, roundsWinChance } from './guess/rounds.ts'
import { type Figures, printBudgets, printFigures, printTable } from './support/figures.ts'

const lessons = [...(await loadCatalogue(LESSONS_DIR)).values()]
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const percent = (share: number) => `${(100 * share).toFixed(1)} %`

const bots = [
  { name: 'blind', answers: crossValidated(lessons, () => blind) },
  { name: 'cues', answers: crossValidated(lessons, cueBot) },
  { name: 'wise', answers: crossValidated(lessons, wiseBot) },
].map(({ name, answers }) => {
  const passes = answers.map(({ lesson, chances }) => ({ lesson, pass: checkPassChance(chances, defaultLimits.check) }))
  const units = unitsOf(answers.map(({ lesson, chances }) => ({ ...lesson, chances }))).flatMap(
    ({ unit, lessons: its }) => {
      const placeable = its.filter(canBePlaced)
      return placeable.length === 0 ? [] : { unit, pass: placementPassChance(placeable.map(({ chances }) => chances)) }
    },
  )
  return { name, answers, passes, units, share: mean(passes.map(({ pass }) => pass)) }
})

const kinds = [...new Set(lessons.flatMap(({ questions }) => questions.map(({ kind }) => kind)))]
const rightOf = ({ answers }: (typeof bots)[number], kind: string) =>
  mean(answers.flatMap(({ lesson, chances }) => chances.filter((_, at) => lesson.questions[at]?.kind === kind)))

printTable(
  bots.map((bot) => ({
    'answered right': bot.name,
    ...Object.fromEntries(kinds.map((kind) => [kind, percent(rightOf(bot, kind))])),
    'checks passed': percent(bot.share),
    'easiest unit': percent(Math.max(...bot.units.map(({ pass }) => pass))),
  })),
)
const [, , wise] = bots
const easiest = wise?.passes.toSorted((a, b) => b.pass - a.pass).slice(0, 12) ?? []
console.log(
  `\nEasiest for the wise bot: ${easiest.map(({ lesson, pass }) => `${lesson.id} ${percent(pass)}`).join(', ')}`,
)
const figures: Figures = Object.fromEntries(bots.map(({ name, share }) => [`guess-${name}`, share]))
figures['guess-placement'] = Math.max(0, ...(wise?.units ?? []).map(({ pass }) => pass))

/** How often the bots' opponent in a battle of rounds is right. */
const PERSON = 0.8
for (const { name, answers } of bots) {
  // Rounds ask questions of all lessons but the first.
  const asked = answers
    .filter(({ lesson }) => lesson.id !== lessons[0]?.id)
    .flatMap(({ lesson, chances }) =>
      chances.filter((_, at) => lesson.questions[at] && sharedQuestion(lesson, lesson.questions[at])),
    )
  const right = mean(asked)
  const win = roundsWinChance(5, { bot: right, person: PERSON })
  console.log(
    `Rounds: ${name} is right in ${percent(right)} of ${asked.length} questions and wins best of five in ${percent(win)}`,
  )
  figures[`guess-rounds-${name}`] = win
}
printFigures(figures)

const BATTLES = 30
const OWN_BOTS = 10
const random = rng(2_026)
const honest = honestlyProven({ right: PERSON, battles: BATTLES, worlds: 100 }, random)
const own = provenByBots(OWN_BOTS, random)
console.log(
  `\nRating less caution, above a newcomer's: ${honest.toFixed(0)} after ${BATTLES} battles of somebody honest`,
)
printTable(
  Object.entries(own).map(([how, points]) => ({ [`${OWN_BOTS} own bots, a year`]: how, points: points.toFixed(0) })),
)
printBudgets({ 'rating-own-bots': Math.max(...Object.values(own)) / honest })
