import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TextBlock } from '@aura/api/lesson-text'
import type { ZodType } from 'zod'
import { readMinutes } from './daily.rules.ts'
import { type Glossary, refuseUnknownTerms } from './glossary/load-glossary.ts'
import { LabFile } from './lab/lab-file.ts'
import { LessonFile, PathFile } from './lesson-file.ts'
import type { Unit } from './path/unit.rules.ts'
import { ContentError } from './text/content-error.ts'
import { lineOfJson } from './text/json-lines.ts'
import { type ParsedText, parseText } from './text/parse-text.ts'
import { plainText } from './text/plain-text.ts'

const PATH = 'path.json'
const LAB = 'lab.json'

export interface CatalogueLesson extends Omit<LessonFile, 'unit'> {
  /** Name of the folder. */
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

/** Lessons by id, in the order of the path. */
export type Catalogue = ReadonlyMap<string, CatalogueLesson>

/** Loads lessons in the order of path.json. Throws for an invalid one, naming file and line. */
export async function loadCatalogue(directory: string): Promise<Catalogue> {
  const path = parseFile(PathFile, await readFile(join(directory, PATH), 'utf8'), PATH)
  const units = path.units.map((unit, position) => ({ ...unit, position }))
  const entries = await readdir(directory, { withFileTypes: true })
  const folders = entries.flatMap((entry) => (entry.isDirectory() ? entry.name : []))
  const stray = folders.find((id) => !path.lessons.includes(id))
  if (stray !== undefined) throw new Error(`${PATH} doesn’t name the lesson ${stray}`)
  const missing = path.lessons.find((id) => !folders.includes(id))
  if (missing !== undefined) throw new Error(`${PATH} names ${missing}, which has no folder`)
  const lessons = await Promise.all(path.lessons.map((id) => loadLesson(directory, id, units)))
  if (lessons[0]?.lab) throw new Error(`the first lesson in ${directory} has a lab, which visitors could not do`)
  return new Map(lessons.map((lesson) => [lesson.id, lesson]))
}

/** Throws ContentError if a lesson links to a term that the glossary doesn't have. */
export function refuseLooseTerms(catalogue: Catalogue, glossary: Glossary): void {
  for (const { id, blocks, lines } of catalogue.values()) {
    refuseUnknownTerms(`lesson ${id}: content.md`, blocks, glossary, lines)
  }
}

/** Throws ContentError, or the error of a file that can't be read. */
async function loadLesson(directory: string, id: string, units: readonly Unit[]): Promise<CatalogueLesson> {
  const read = (file: string) => readFile(join(directory, id, file), 'utf8')
  const json = await read('lesson.json')
  const lesson = parseFile(LessonFile, json, `${id}/lesson.json`)
  const unit = units.find((each) => each.id === lesson.unit)
  if (!unit)
    throw new ContentError(`${id}/lesson.json`, lineOfJson(json, ['unit']), `${PATH} has no unit ${lesson.unit}`)
  const files = await readdir(join(directory, id))
  const lab = files.includes(LAB) ? parseFile(LabFile, await read(LAB), `${id}/${LAB}`) : null
  const drawings = files.filter((file) => file.endsWith('.svg'))
  const pictures = new Map(
    await Promise.all(drawings.map(async (file): Promise<[string, string]> => [file, await read(file)])),
  )
  const text = parseText({ file: `${id}/content.md`, markdown: await read('content.md'), pictures })
  if (text.blocks[0]?.kind !== 'paragraph') {
    throw new ContentError(`${id}/content.md`, 1, 'a lesson begins with a paragraph, its hook')
  }
  refuseBrokenQuestions(lesson, text, (at, problem) => {
    return new ContentError(`${id}/lesson.json`, lineOfJson(json, ['questions', at]), problem)
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
