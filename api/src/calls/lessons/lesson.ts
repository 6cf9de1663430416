import { z } from 'zod'
import { Term, TextBlock } from '../../lesson-text.ts'
import { Moment, Whole } from '../../shapes.ts'

export const Difficulty = z.enum(['beginner', 'intermediate', 'advanced'])
export type Difficulty = z.output<typeof Difficulty>

const QuestionKind = z.enum(['choose-one', 'choose-all', 'put-in-order', 'type-number', 'point-at-line'])

export const Question = z.object({
  id: z.string(),
  kind: QuestionKind,
  text: z.string(),
  /** Options, steps or lines; empty for a number. Responses are indexes into it. */
  options: z.array(z.string()),
  unit: z.string().nullable(),
})
export type Question = z.output<typeof Question>

export const LessonCheck = z.object({
  /** The user's calendar day this check belongs to. */
  day: z.iso.date(),
  /** Questions answered correctly today, of those needed to pass. */
  done: Whole,
  needed: Whole,
  /** Wrong answers left before the check closes until the next day. */
  triesLeft: Whole,
  question: Question.nullable(),
})
export type LessonCheck = z.output<typeof LessonCheck>

const Predict = z.object({
  text: z.string(),
  options: z.array(z.string()),
  /** Shown after the text, beside the person's own guess. */
  outcome: z.string(),
})
export type Predict = z.output<typeof Predict>

const Source = z.object({
  title: z.string(),
  url: z.string(),
  /** Date of the last fact check against the lesson. */
  checkedOn: z.iso.date().nullable(),
})

const lessonText = {
  id: z.string(),
  title: z.string(),
  difficulty: Difficulty,
  estimatedReadTime: z.int().min(1).describe('Minutes'),
  auraReward: Whole,
  predict: Predict.nullable(),
  /** The first block is the hook. */
  blocks: z.array(TextBlock),
  keyTakeaways: z.array(z.string()),
  sources: z.array(Source),
}

/** A lesson without its check, for readers without an account, too. */
export const PublicLesson = z.object({ ...lessonText, hasLab: z.boolean() })
export type PublicLesson = z.output<typeof PublicLesson>

export const GlossaryTerm = Term.extend({
  /** The whole explanation, starting with the short one. */
  blocks: z.array(TextBlock),
  /** First lesson of the path that links the term. */
  lesson: z.object({ id: z.string(), title: z.string() }).nullable(),
})

export const Lesson = z.object({
  ...lessonText,
  /** The blocks in plain text: paragraphs separated by blank lines. */
  content: z.string(),
  /** The current question; empty without a knowledge check or once it is passed. */
  quizQuestion: z.string(),
  /** Ordered differently for each viewer; the answer is an index into this list. */
  quizOptions: z.array(z.string()),
  /** Null without a lab. Claiming requires `done`. */
  lab: z.object({ done: z.boolean() }).nullable(),
  /** Null without a knowledge check: the lesson is then claimed after reading. */
  check: LessonCheck.nullable(),
  completed: z.boolean(),
  availableUntil: Moment,
  serverTime: Moment,
})
export type Lesson = z.output<typeof Lesson>

const Index = z.int().min(0).max(11)
/** An index for one option or line, indexes for several or an order, or a decimal number. */
export const Response = z.union([Index, z.array(Index).max(12), z.string().max(24)])
export const LessonId = z.string().regex(/^[a-z0-9-]{1,80}$/, 'Not a lesson')
export const LessonParams = z.object({ id: LessonId })
