/** `npm run lesson -- check [NAME]` and `-- new NAME`: measures the lessons, or starts one. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CatalogueLesson, loadCatalogue, refuseLooseTerms } from '../../server/src/features/lessons/catalogue.ts'
import { loadGlossary } from '../../server/src/features/lessons/glossary/load-glossary.ts'
import { catalogueFaults, lessonFaults, measure } from '../../server/src/features/lessons/writing/lesson-faults.ts'
import { newLessonFiles } from '../../server/src/features/lessons/writing/new-lesson.ts'

const content = join(import.meta.dirname, '../../content')
const lessonsDir = join(content, 'lessons')

const [command, name] = process.argv.slice(2)
try {
  if (command === 'check') await check(name)
  else if (command === 'new' && name !== undefined) create(name)
  else throw new Error('Usage: npm run lesson -- check [NAME] | new NAME')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function check(only: string | undefined): Promise<void> {
  const catalogue = await loadCatalogue(lessonsDir)
  refuseLooseTerms(catalogue, await loadGlossary(join(content, 'glossary')))
  const lessons = [...catalogue.values()]
  const chosen = lessons.filter(({ id }) => only === undefined || id === only)
  if (chosen.length === 0) throw new Error(`There is no lesson called ${only}.`)
  const faults = [...chosen.flatMap(report), ...(only === undefined ? catalogueFaults(lessons) : [])]
  for (const fault of faults) console.error(fault)
  console.log(faults.length === 0 ? 'All as the guide asks.' : `${faults.length} to mend.`)
  if (faults.length > 0) process.exitCode = 1
}

/** Prints a lesson's measures and returns its faults. */
function report(lesson: CatalogueLesson): string[] {
  const { hook, words, grade } = measure(lesson)
  const figures = [`${hook} + ${words} words`, `grade ${grade.toFixed(1)}`, `${lesson.questions.length} questions`]
  console.log(`${lesson.id.padEnd(28)} ${lesson.difficulty.padEnd(13)} ${figures.join(', ')}`)
  return lessonFaults(lesson, new Date()).map((fault) => `${lesson.id}: ${fault}`)
}

function create(id: string): void {
  if (!/^[a-z0-9-]{3,60}$/.test(id)) throw new Error('A name is in small letters, such as what-a-wallet-holds.')
  const folders = readdirSync(lessonsDir).filter((folder) => /^\d{2}-/.test(folder))
  if (folders.some((folder) => folder.slice(3) === id)) throw new Error(`There is a lesson called ${id} already.`)
  const number = Math.max(0, ...folders.map((folder) => Number(folder.slice(0, 2)))) + 1
  const folder = join(lessonsDir, `${String(number).padStart(2, '0')}-${id}`)
  if (existsSync(folder)) throw new Error(`${folder} exists.`)
  mkdirSync(folder)
  for (const [file, text] of Object.entries(newLessonFiles())) writeFileSync(join(folder, file), text)
  console.log(`${folder}\nWrite content.md and lesson.json, then: npm run lesson -- check ${id}`)
}
