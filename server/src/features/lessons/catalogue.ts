import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TextBlock } from '@aura/api/lesson-text'
import type { ZodType } from 'zod'
import { readMinutes } from './daily.rules.ts'
import { type Glossary, refuseUnknownTerms } from './glossary/load-glossary.ts'
import { LabFile } from './lab/lab-file.ts'
import { LessonFile, UnitsFile } from './lesson-file.ts'
import type { Unit } from './path/unit.rules.ts'
import { REVIEW_ID } from './review/review.rules.ts'
import { ContentError } from './text/content-error.ts'
import { lineOfJson } from './text/json-lines.ts'
import { type ParsedText, parseText } from './text/parse-text.ts'
import { plainText } from './text/plain-text.ts'

const UNITS = 'units.json'
const LAB = 'lab.json'

export interface CatalogueLesson extends Omit<LessonFile, 'unit'> {
  /** Name of the folder without its number. */
  id: string
  unit: Unit
  /** Paragraphs; the first is the hook. */
  blocks: TextBlock[]
  /** Line of each block in content.md. */
  lines: number[]
  /** Plain text of the blocks. */
  content: string
  estimatedReadTime: number
  /** The lesson's lab; null if it has none. */
  lab: LabFile | null
}

/** Lessons by id, in catalogue order. */
export type Catalogue = ReadonlyMap<string, CatalogueLesson>

const FOLDER = /^\d{2}-([a-z0-9-]+)$/

/** Loads lessons in the order of folder numbers. Throws for an invalid one, naming file and line. */
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
  if (lessons[0]?.lab) throw new Error(`the first lesson in ${directory} has a lab, which visitors could not do`)
  return new Map(lessons.map((lesson) => [lesson.id, lesson]))
}

async function loadUnits(directory: string): Promise<Unit[]> {
  const units = parseFile(UnitsFile, await readFile(join(directory, UNITS), 'utf8'), UNITS)
  return units.map((unit, position) => ({ ...unit, position }))
}

/** Throws ContentError if a lesson links to a term that the glossary doesn't have. */
export function refuseLooseTerms(catalogue: Catalogue, glossary: Glossary): void {
  for (const { id, blocks, lines } of catalogue.values()) {
    refuseUnknownTerms(`lesson ${id}: content.md`, blocks, glossary, lines)
  }
}

/** Throws ContentError, or the error of a file that can't be read. */
async function loadLesson(directory: string, name: string, units: readonly Unit[]): Promise<CatalogueLesson> {
  const id = FOLDER.exec(name)?.[1]
  if (id === undefined) throw new Error(`lesson folder ${name} is not named NN-some-name`)
  const read = (file: string) => readFile(join(directory, name, file), 'utf8')
  const json = await read('lesson.json')
  const lesson = parseFile(LessonFile, json, `${name}/lesson.json`)
  const unit = units.find((each) => each.id === lesson.unit)
  if (!unit) throw new ContentError(`${name}/lesson.json`, lineOfJson(json, ['unit']), `${UNITS} has no ${lesson.unit}`)
  const files = await readdir(join(directory, name))
  const lab = files.includes(LAB) ? parseFile(LabFile, await read(LAB), `${name}/${LAB}`) : null
  const drawings = files.filter((file) => file.endsWith('.svg'))
  const pictures = new Map(
    await Promise.all(drawings.map(async (file): Promise<[string, string]> => [file, await read(file)])),
  )
  const text = parseText({ file: `${name}/content.md`, markdown: await read('content.md'), pictures })
  if (text.blocks[0]?.kind !== 'paragraph') {
    throw new ContentError(`${name}/content.md`, 1, 'a lesson begins with a paragraph, its hook')
  }
  refuseBrokenQuestions(lesson, text, (at, problem) => {
    return new ContentError(`${name}/lesson.json`, lineOfJson(json, ['questions', at]), problem)
  })
  const content = plainText(text.blocks)
  return { id, ...lesson, unit, ...text, content, estimatedReadTime: readMinutes(content), lab }
}

/** Throws ContentError with the line of the first value that doesn't fit. */
function parseFile<T>(form: ZodType<T>, json: string, file: string): T {
  const parsed = form.safeParse(parseJson(json, file))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const path = issue?.path ?? []
  throw new ContentError(file, lineOfJson(json, path), `${path.join('.')}: ${issue?.message}`)
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const message = error instanceof Error ? error.message : ''
    const place = /position (\d+)/.exec(message)?.[1]
    const line = text.slice(0, place === undefined ? text.length : Number(place)).split('\n').length
    throw new ContentError(file, line, 'not valid JSON')
  }
}

function refuseBrokenQuestions(
  { questions }: LessonFile,
  { blocks }: ParsedText,
  fail: (at: number, problem: string) => Error,
): void {
  const ids = questions.map(({ id }) => id)
  questions.forEach(({ id, paragraph }, at) => {
    if (ids.indexOf(id) !== at) throw fail(at, `two questions are called ${id}`)
    if (paragraph > blocks.length) throw fail(at, `${id} points at paragraph ${paragraph} of ${blocks.length}`)
  })
}
