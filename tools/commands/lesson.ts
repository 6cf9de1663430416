/** `npm run lesson -- check [NAME]`, `-- due`, `-- new NAME`, `-- preview [NAME]`: measures, creates or shows lessons. */
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CatalogueLesson, loadCatalogue, refuseLooseTerms } from '../../server/src/features/lessons/catalogue.ts'
import { loadGlossary } from '../../server/src/features/lessons/glossary/load-glossary.ts'
import {
  catalogueFaults,
  glossaryFaults,
  lessonFaults,
  measure,
} from '../../server/src/features/lessons/writing/lesson-faults.ts'
import { lessonSummary } from '../../server/src/features/lessons/writing/lesson-summary.ts'
import { newLessonFiles } from '../../server/src/features/lessons/writing/new-lesson.ts'
import { orderFaults } from '../../server/src/features/lessons/writing/order-faults.ts'
import { checkLimitDays, dueSources } from '../../server/src/features/lessons/writing/source-dates.ts'
import { ticFaults } from '../../server/src/features/lessons/writing/tics.ts'
import { labFaults } from '../labs/lab-faults.ts'
import { serveLessons } from '../lesson-preview.ts'
import { firstFreePort } from '../processes/free-port.ts'
import { packageBin } from '../processes/package-bin.ts'
import { lastingProcess } from '../processes/server-process.ts'
import { onStopRequest } from '../processes/signals.ts'

const content = join(import.meta.dirname, '../../content')
const lessonsDir = join(content, 'lessons')

const [command, name] = process.argv.slice(2)
try {
  if (command === 'check') await check(name)
  else if (command === 'due') await due()
  else if (command === 'new' && name !== undefined) create(name)
  else if (command === 'preview') await preview(name)
  else throw new Error('Usage: npm run lesson -- check [NAME] | due | new NAME | preview [NAME]')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function check(only: string | undefined): Promise<void> {
  const catalogue = await loadCatalogue(lessonsDir)
  const glossary = await loadGlossary(join(content, 'glossary'))
  refuseLooseTerms(catalogue, glossary)
  const lessons = [...catalogue.values()]
  const chosen = lessons.filter(({ id }) => only === undefined || id === only)
  if (chosen.length === 0) throw new Error(`There is no lesson called ${only}.`)
  const faults = [
    ...chosen.flatMap(report),
    ...(only === undefined
      ? [
          ...catalogueFaults(lessons),
          ...orderFaults(lessons, glossary),
          ...ticFaults(lessons),
          ...glossaryFaults(glossary.values()),
        ]
      : []),
  ]
  for (const { id, lab } of chosen) if (lab) faults.push(...(await labFaults(lab)).map((fault) => `${id}: ${fault}`))
  if (only === undefined) console.log(`\n${lessonSummary(lessons)}\n`)
  for (const fault of faults) console.error(fault)
  console.log(faults.length === 0 ? 'All as the guide asks.' : `${faults.length} to mend.`)
  if (faults.length > 0) process.exitCode = 1
}

/** Prints a lesson's measures. Returns its faults. */
function report(lesson: CatalogueLesson): string[] {
  const { hook, words, grade } = measure(lesson)
  const figures = [
    `${hook} + ${words} words`,
    `grade ${grade.toFixed(1)}`,
    `${lesson.questions.length} questions`,
    lesson.lab ? `lab ${lesson.lab.kind}` : 'no lab',
    lesson.needs.length > 0 ? `needs ${lesson.needs.join(' and ')}` : 'needs no other lesson',
  ]
  console.log(`${lesson.id.padEnd(28)} ${lesson.difficulty.padEnd(13)} ${figures.join(', ')}`)
  return lessonFaults(lesson, new Date()).map((fault) => `${lesson.id}: ${fault}`)
}

function create(id: string): void {
  if (!/^[a-z0-9-]{3,60}$/.test(id)) throw new Error('A name is in small letters, such as what-a-wallet-holds.')
  const pathFile = join(lessonsDir, 'path.json')
  const path = JSON.parse(readFileSync(pathFile, 'utf8')) as { lessons: string[] }
  if (path.lessons.includes(id)) throw new Error(`There is a lesson called ${id} already.`)
  const folder = join(lessonsDir, id)
  mkdirSync(folder)
  for (const [file, text] of Object.entries(newLessonFiles())) writeFileSync(join(folder, file), text)
  writeFileSync(pathFile, `${JSON.stringify({ ...path, lessons: [...path.lessons, id] }, null, 2)}\n`)
  console.log(
    `${folder}\nIt is the last of path.json: move it to its place. Write content.md and lesson.json, then: npm run lesson -- check ${id}`,
  )
}

/** Prints the sources to read again within a fortnight, or the next ten if there are none. */
async function due(): Promise<void> {
  const lessons = [...(await loadCatalogue(lessonsDir)).values()]
  const now = Date.now()
  const inDays = (days: number) => dueSources(lessons, new Date(now + days * 24 * 3_600_000))
  const fortnight = inDays(14)
  const listed = fortnight.length > 0 ? fortnight : inDays(366).slice(0, 10)
  for (const { dueOn, lesson, title, url, checkedOn } of listed) {
    console.log(
      `${dueOn}  ${lesson}\n            ${title}\n            ${url} (read on ${checkedOn}, good for ${checkLimitDays(url)} days)`,
    )
  }
  console.log(`\n${fortnight.length} due within 14 days, ${inDays(90).length} within 90, of ${inDays(800).length}.`)
}

/** Shows lessons in the browser until Ctrl-C, and again after each change. */
async function preview(id: string | undefined): Promise<void> {
  const api = await serveLessons(content, (mistake) => console.error(mistake))
  const web = join(content, '../web')
  const port = await firstFreePort(5173, 5193)
  if (port === null) throw new Error('No free port between 5173 and 5193')
  const vite = packageBin('vite', 'vite', join(web, 'package.json'))
  const child = spawn(process.execPath, [vite, '--port', String(port), '--strictPort', '--clearScreen', 'false'], {
    cwd: web,
    env: { ...process.env, AURA_API_URL: `http://127.0.0.1:${api.port}` },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  console.log(`http://localhost:${port}/lessons${id === undefined ? '' : `/${id}`} (Ctrl-C stops it)`)
  const running = lastingProcess(child)
  onStopRequest(
    () => void running.stop(),
    () => running.kill(),
  )
  await running.ended
  await api.close()
}
