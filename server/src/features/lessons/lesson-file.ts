import { Difficulty } from '@aura/api/calls/lessons/lesson'
import { z } from 'zod'
import { QuestionFile } from './check/question-file.ts'
import { REVIEW_ID, WIN_BACK_ID } from './review/review.rules.ts'

/** Asked before the text. The guess isn't graded: the outcome is shown after it, beside the person's own guess. */
const Predict = z.strictObject({
  text: z.string().min(1),
  options: z.array(z.string().min(1)).min(2).max(4),
  outcome: z.string().min(1),
})

/** What was corrected in a published lesson. The month's notes make the page “What changed”. */
const Change = z.strictObject({
  on: z.iso.date(),
  /** One sentence: what the lesson said. */
  was: z.string().min(20).max(200),
  /** One or two sentences: what holds. */
  now: z.string().min(20).max(300),
  /** Address of one of the lesson's sources. */
  source: z.string(),
  /** Number of the paragraph that says it now, from 1. */
  paragraph: z.int().min(1),
})

/** The form of a lesson's lesson.json. */
export const LessonFile = z.strictObject({
  title: z.string().min(3).max(80),
  difficulty: Difficulty,
  /** Id of a unit in `path.json`. */
  unit: z.string(),
  /** Lessons without which this one can’t be understood. They come before it on the path. */
  needs: z.array(z.string()).default([]),
  /** Terms of the glossary that it explains; lessons before it link them. */
  teaches: z.array(z.string()).default([]),
  /** Day it joined a unit that people may have finished, who keep the badge. */
  added: z.iso.date().nullable().default(null),
  keyTakeaways: z.array(z.string().min(1)).min(1).max(6),
  predict: Predict.nullable().default(null),
  /** A lesson without questions is claimed after reading. */
  questions: z.array(QuestionFile).default([]),
  sources: z.array(
    z.strictObject({
      title: z.string().min(1),
      url: z.url({ protocol: /^https$/ }),
      /** Day on which the source was last compared with the lesson. */
      checkedOn: z.iso.date().nullable().default(null),
    }),
  ),
  /** The newest first. */
  changed: z.array(Change).default([]),
})
export type LessonFile = z.output<typeof LessonFile>

const isUnique = (ids: readonly string[]) => new Set(ids).size === ids.length

/** The form of path.json: the units, and all lessons in the order in which they are learned. */
export const PathFile = z.strictObject({
  units: z
    .array(
      z.strictObject({
        /** Never changes: attempts to place out of a unit are stored by it. */
        id: z.string().regex(/^[a-z0-9-]{1,40}$/),
        title: z.string().min(3).max(60),
        line: z.string().min(3).max(100),
      }),
    )
    .refine((units) => isUnique(units.map(({ id }) => id)), 'two units have one id'),
  lessons: z
    .array(
      z
        .string()
        .regex(/^[a-z0-9-]{3,60}$/, 'a lesson is named in small letters, such as seed-phrases')
        .refine((id) => id !== REVIEW_ID && id !== WIN_BACK_ID, 'this is the name of a review'),
    )
    .min(1, 'there are no lessons')
    .refine(isUnique, 'a lesson is named twice'),
})
