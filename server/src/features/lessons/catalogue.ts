import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Difficulty } from '@aura/api/calls/lessons'
import { z } from 'zod'
import { QuestionFile } from './check/question-file.ts'
import { readMinutes } from './daily.rules.ts'
import type { Unit } from './path/unit.rules.ts'
import { REVIEW_ID } from './review/review.rules.ts'

const LessonFile = z.strictObject({
  title: z.string().min(3).max(80),
  difficulty: Difficulty,
  /** One of `units.json`. */
  unit: z.string(),
  /** When it joined a unit that people may have finished: they keep the badge. */
  added: z.iso.date().nullable().default(null),
  keyTakeaways: z.array(z.string().min(1)).min(1).max(6),
  /** Without any, the lesson is claimed after reading. */
  questions: z.array(QuestionFile).default([]),
  sources: z.array(z.strictObject({ title: z.string().min(1), url: z.url({ protocol: /^https$/ }) })),
})

const UNITS = 'units.json'

const UnitsFile = z
  .array(
    z.strictObject({
      /** Kept for ever: attempts to place out of a unit are stored by it. */
      id: z.string().regex(/^[a-z0-9-]{1,40}$/),
      title: z.string().min(3).max(60),
      line: z.string().min(3).max(100),
    }),
  )
  .refine((units) => new Set(units.map(({ id }) => id)).size === units.length, 'two units have one id')

export interface CatalogueLesson extends Omit<z.output<typeof LessonFile>, 'unit'> {
  /** The folder's name without its number. */
  id: string
  unit: Unit
  content: string
  estimatedReadTime: number
}

/** By id, in catalogue order. */
export type Catalogue = ReadonlyMap<string, CatalogueLesson>

const FOLDER = /^\d{2}-([a-z0-9-]+)$/

/** In the order of folder numbers. Throws, naming the lesson, if one is invalid: the server then won't start. */
export async function loadCatalogue(directory: string): Promise<Catalogue> {
  const units = await loadUnits(directory)
  const folders = (await readdir(directory, { withFileTypes: true })).filter((entry) => entry.isDirectory())
  const lessons = await Promise.all(
    folders
      .map(({ name }) => name)
      .sort()
      .map((name) => loadLesson(directory, name, units)),
  )
  const ids = lessons.map(({ id }) => id)
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  if (twice !== undefined) throw new Error(`two lessons in ${directory} are named ${twice}`)
  if (ids.includes(REVIEW_ID)) throw new Error(`a lesson in ${directory} has the name of the daily review`)
  if (lessons.length === 0) throw new Error(`there are no lessons in ${directory}`)
  return new Map(lessons.map((lesson) => [lesson.id, lesson]))
}

async function loadUnits(directory: string): Promise<Unit[]> {
  const parsed = UnitsFile.safeParse(parseJson(await readFile(join(directory, UNITS), 'utf8'), UNITS))
  if (!parsed.success) throw new Error(`${UNITS}: ${z.prettifyError(parsed.error)}`)
  return parsed.data.map((unit, position) => ({ ...unit, position }))
}

async function loadLesson(directory: string, name: string, units: readonly Unit[]): Promise<CatalogueLesson> {
  const id = FOLDER.exec(name)?.[1]
  if (id === undefined) throw new Error(`lesson folder ${name} is not named NN-some-name`)
  const read = (file: string) => readFile(join(directory, name, file), 'utf8')
  const parsed = LessonFile.safeParse(parseJson(await read('lesson.json'), `lesson ${name}`))
  if (!parsed.success) throw new Error(`lesson ${name}: ${z.prettifyError(parsed.error)}`)
  const unit = units.find((each) => each.id === parsed.data.unit)
  if (!unit) throw new Error(`lesson ${name}: ${UNITS} has no unit called ${parsed.data.unit}`)
  const content = (await read('content.md')).trim()
  if (content === '') throw new Error(`lesson ${name} has no text`)
  const ids = parsed.data.questions.map((question) => question.id)
  const twice = ids.find((each, index) => ids.indexOf(each) !== index)
  if (twice !== undefined) throw new Error(`lesson ${name} has two questions called ${twice}`)
  const paragraphs = content.split(/\n\s*\n/).length
  const beyond = parsed.data.questions.find(({ paragraph }) => paragraph > paragraphs)
  if (beyond) throw new Error(`lesson ${name}: ${beyond.id} points at paragraph ${beyond.paragraph} of ${paragraphs}`)
  return { id, ...parsed.data, unit, content, estimatedReadTime: readMinutes(content) }
}

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`${name} is not valid JSON`, { cause: error })
  }
}
