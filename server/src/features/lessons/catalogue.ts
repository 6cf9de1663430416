import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Difficulty } from '@aura/api/calls/lessons'
import { z } from 'zod'
import { QuestionFile } from './check/question-file.ts'
import { readMinutes } from './daily.rules.ts'
import { REVIEW_ID } from './review/review.rules.ts'

const LessonFile = z.strictObject({
  title: z.string().min(3).max(80),
  difficulty: Difficulty,
  keyTakeaways: z.array(z.string().min(1)).min(1).max(6),
  /** Without any, the lesson is claimed after reading. */
  questions: z.array(QuestionFile).default([]),
  sources: z.array(z.strictObject({ title: z.string().min(1), url: z.url({ protocol: /^https$/ }) })),
})

export interface CatalogueLesson extends z.output<typeof LessonFile> {
  /** The folder's name without its number. */
  id: string
  content: string
  estimatedReadTime: number
}

/** By id, in catalogue order. */
export type Catalogue = ReadonlyMap<string, CatalogueLesson>

const FOLDER = /^\d{2}-([a-z0-9-]+)$/

/** In the order of folder numbers. Throws, naming the lesson, if one is invalid: the server then won't start. */
export async function loadCatalogue(directory: string): Promise<Catalogue> {
  const folders = (await readdir(directory, { withFileTypes: true })).filter((entry) => entry.isDirectory())
  const lessons = await Promise.all(
    folders
      .map(({ name }) => name)
      .sort()
      .map((name) => loadLesson(directory, name)),
  )
  const ids = lessons.map(({ id }) => id)
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  if (twice !== undefined) throw new Error(`two lessons in ${directory} are named ${twice}`)
  if (ids.includes(REVIEW_ID)) throw new Error(`a lesson in ${directory} has the name of the daily review`)
  if (lessons.length === 0) throw new Error(`there are no lessons in ${directory}`)
  return new Map(lessons.map((lesson) => [lesson.id, lesson]))
}

async function loadLesson(directory: string, name: string): Promise<CatalogueLesson> {
  const id = FOLDER.exec(name)?.[1]
  if (id === undefined) throw new Error(`lesson folder ${name} is not named NN-some-name`)
  const read = (file: string) => readFile(join(directory, name, file), 'utf8')
  const parsed = LessonFile.safeParse(parseJson(await read('lesson.json'), name))
  if (!parsed.success) throw new Error(`lesson ${name}: ${z.prettifyError(parsed.error)}`)
  const content = (await read('content.md')).trim()
  if (content === '') throw new Error(`lesson ${name} has no text`)
  const ids = parsed.data.questions.map((question) => question.id)
  const twice = ids.find((each, index) => ids.indexOf(each) !== index)
  if (twice !== undefined) throw new Error(`lesson ${name} has two questions called ${twice}`)
  const paragraphs = content.split(/\n\s*\n/).length
  const beyond = parsed.data.questions.find(({ paragraph }) => paragraph > paragraphs)
  if (beyond) throw new Error(`lesson ${name}: ${beyond.id} points at paragraph ${beyond.paragraph} of ${paragraphs}`)
  return { id, ...parsed.data, content, estimatedReadTime: readMinutes(content) }
}

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`lesson ${name}: lesson.json is not valid JSON`, { cause: error })
  }
}
