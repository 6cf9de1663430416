import { z } from 'zod'
import { call } from '../contract/call.ts'
import { Term, TextBlock } from '../lesson-text.ts'
import { levelFields } from '../parts.ts'
import { Moment, UserParams, Whole } from '../shapes.ts'

export const Difficulty = z.enum(['beginner', 'intermediate', 'advanced'])
export type Difficulty = z.output<typeof Difficulty>

const QuestionKind = z.enum(['choose-one', 'choose-all', 'put-in-order', 'type-number', 'point-at-line'])

export const Question = z.object({
  id: z.string(),
  kind: QuestionKind,
  text: z.string(),
  /** Options, steps or lines; empty for a number. Responses are indexes into it. */
  options: z.array(z.string()),
  /** Of a number. */
  unit: z.string().nullable(),
})
export type Question = z.output<typeof Question>

export const LessonCheck = z.object({
  /** Questions answered correctly today, of those needed to pass. */
  done: Whole,
  needed: Whole,
  /** Wrong answers left before the check rests until the next day. */
  triesLeft: Whole,
  /** The current question; null once the check is passed. */
  question: Question.nullable(),
})
export type LessonCheck = z.output<typeof LessonCheck>

/** Asked before the text, and not graded. */
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
  /** When somebody last read it against the lesson. */
  checkedOn: z.iso.date().nullable(),
})

const lessonText = {
  id: z.string(),
  title: z.string(),
  difficulty: Difficulty,
  estimatedReadTime: z.int().min(1).describe('Minutes'),
  /** AP of the claim. */
  auraReward: Whole,
  predict: Predict.nullable(),
  /** The first is the hook. */
  blocks: z.array(TextBlock),
  keyTakeaways: z.array(z.string()),
  sources: z.array(Source),
}

/** A lesson without its check, readable by everybody. */
export const PublicLesson = z.object(lessonText)
export type PublicLesson = z.output<typeof PublicLesson>

const GlossaryTerm = Term.extend({
  /** All of it, the short explanation first. */
  blocks: z.array(TextBlock),
  /** The first on the path that links it. */
  lesson: z.object({ id: z.string(), title: z.string() }).nullable(),
})

export const Lesson = z.object({
  ...lessonText,
  /** The blocks in plain text: paragraphs separated by blank lines. */
  content: z.string(),
  /** The current question; empty, with no options, without a knowledge check or once it is passed. */
  quizQuestion: z.string(),
  /** In an order specific to the viewer; the answer is an index into this list. */
  quizOptions: z.array(z.string()),
  /** Null without a lab. The claim needs it done. */
  lab: z.object({ done: z.boolean() }).nullable(),
  /** Null without a knowledge check: the lesson is then claimed after reading. */
  check: LessonCheck.nullable(),
  /** Claimed today. */
  completed: z.boolean(),
  availableUntil: Moment,
  serverTime: Moment,
})
export type Lesson = z.output<typeof Lesson>

/** The first lesson of the path, short enough for a visitor to read in half a minute. Without the answer. */
export const TrialLesson = z.object({
  id: z.string(),
  title: z.string(),
  /** How the lesson begins; paragraphs separated by blank lines. */
  opening: z.string(),
  difficulty: Difficulty,
  /** AP of the claim. */
  auraReward: Whole,
  keyTakeaways: z.array(z.string()),
  quizQuestion: z.string(),
  quizOptions: z.array(z.string()),
})
export type TrialLesson = z.output<typeof TrialLesson>

export const Review = z.object({
  /** `none`: nothing is due and lessons are left, or the last try failed and nothing else is due. */
  state: z.enum(['none', 'ready', 'open', 'done']),
  /** Mean chance to answer a question of the past right today; null before the first. */
  knownPercent: Whole.nullable(),
  /** Questions due now. */
  due: Whole,
  /** AP of finishing; 0 once paid today. */
  auraReward: Whole,
  progress: z.object({ questions: Whole, rightAnswers: Whole, wrongAnswers: Whole, rightNeeded: Whole }).nullable(),
  /** The current one of an open review. */
  question: Question.extend({ lessonTitle: z.string() }).nullable(),
  availableUntil: Moment,
  serverTime: Moment,
})
export type Review = z.output<typeof Review>

const Day = z.iso.date()

const LessonOnPath = z.object({
  id: z.string(),
  title: z.string(),
  difficulty: Difficulty,
  estimatedReadTime: z.int().min(1).describe('Minutes'),
  /** AP of the claim. */
  auraReward: Whole,
  /** Claimed, offered today, or offered on a later day. */
  state: z.enum(['done', 'today', 'later']),
  /** Claimed on. */
  day: Day.nullable(),
  /** Its questions due for review. */
  due: Whole,
})
export type LessonOnPath = z.output<typeof LessonOnPath>

/** To pass what is left of a unit at once. */
const OfferedPlacement = z.object({
  /** `rests`: an attempt failed today; the next may start tomorrow. */
  state: z.enum(['ready', 'open', 'rests']),
  /** It would claim so many. Lessons with a lab are not among them. */
  lessons: Whole,
  questions: Whole,
  wrongAllowed: Whole,
  /** AP of all of them. */
  auraReward: Whole,
})
export type OfferedPlacement = z.output<typeof OfferedPlacement>

export const LearningPath = z.object({
  /** Mean chance to answer a question of the past right today; null before the first. */
  knownPercent: Whole.nullable(),
  /** The first of today's lessons that is not claimed. */
  nextLessonId: z.string().nullable(),
  units: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      line: z.string(),
      knownPercent: Whole.nullable(),
      due: Whole,
      finishedOn: Day.nullable(),
      /** Null when no lesson is left that it could claim. */
      placement: OfferedPlacement.nullable(),
      lessons: z.array(LessonOnPath).min(1),
    }),
  ),
  serverTime: Moment,
})
export type LearningPath = z.output<typeof LearningPath>

export const Placement = z.object({
  unitId: z.string(),
  state: z.enum(['open', 'passed', 'failed']),
  questions: Whole,
  rightAnswers: Whole,
  wrongAnswers: Whole,
  /** One more fails, and so does a lesson without a right answer. */
  wrongAllowed: Whole,
  /** AP of the lessons that are left. */
  auraReward: Whole,
  /** The current one of an open attempt. */
  question: Question.extend({ lessonId: z.string(), lessonTitle: z.string() }).nullable(),
  /** An attempt ends with its day. */
  availableUntil: Moment,
  serverTime: Moment,
})
export type Placement = z.output<typeof Placement>

export const LessonFigures = z.object({
  /** The newest people, whom all figures are about. */
  people: Whole,
  /** Days without learning after which somebody counts as gone. */
  awayDays: Whole,
  lessons: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      difficulty: Difficulty,
      unit: z.string(),
      /** People who answered at least one of its questions, passed and claimed it. */
      begun: Whole,
      passed: Whole,
      claimed: Whole,
      /** It is the last lesson of so many who are gone. */
      leftHere: Whole,
      questions: z.array(
        z.object({
          id: z.string(),
          text: z.string(),
          /** First answers, and the right ones among them. */
          answered: Whole,
          right: Whole,
          /** Most frequent first. */
          mistakes: z.array(z.object({ text: z.string(), times: Whole })),
        }),
      ),
    }),
  ),
})
export type LessonFigures = z.output<typeof LessonFigures>

const FinishedUnit = z.object({ id: z.string(), title: z.string(), line: z.string(), finishedOn: Day })

export const Lab = z.object({
  kind: z.string(),
  parameters: z.record(z.string(), z.int()),
  /** 32 bytes in hexadecimal; the learner’s own, and the same every time. */
  seed: z.string(),
  done: z.boolean(),
})
export type Lab = z.output<typeof Lab>

/** Characters; a lab’s own limits are lower in all that counts. */
const MAX_TRANSCRIPT_LENGTH = 16_384

const Month = z.string().regex(/^[12]\d{3}-(0[1-9]|1[0-2])$/, 'Not a month')

export const StreakCalendar = z.object({
  today: Day,
  month: Month,
  firstDay: Day.nullable(),
  currentStreak: Whole,
  longestStreak: Whole,
  /** The latest run, while none is live: its length and the missed day that ended it. */
  ended: z.object({ days: Whole, on: Day }).nullable(),
  /** Rest days kept, of at most `mostKept`; days that count towards the next, of `earnedBy`. */
  rest: z.object({ kept: Whole, mostKept: Whole, progress: Whole, earnedBy: Whole }),
  /** Excludes reviews. */
  lessonsFinished: Whole,
  auraInMonth: Whole,
  /** Whole weeks around the month, Monday to Sunday. */
  days: z.array(
    z.object({
      day: Day,
      /**
       * In the current streak, an earlier one, covered by a rest day, the day that broke one, skipped by a time zone
       * change, or none.
       */
      state: z.enum(['streak', 'earlier', 'rested', 'missed', 'skipped', 'empty']),
      /** The day's number within its streak. */
      streakDay: Whole.nullable(),
      lessons: z.array(
        z.object({
          id: z.string(),
          /** Null for a lesson no longer offered. */
          title: z.string().nullable(),
          difficulty: Difficulty.nullable(),
          review: z.boolean(),
          auraEarned: Whole,
          at: Moment,
          timeZone: z.string(),
        }),
      ),
    }),
  ),
})
export type StreakCalendar = z.output<typeof StreakCalendar>

const Index = z.int().min(0).max(11)
/** An index for one option or line, indexes for several or an order, or a decimal number. */
const Response = z.union([Index, z.array(Index).max(12), z.string().max(24)])
const LessonId = z.string().regex(/^[a-z0-9-]{1,80}$/, 'Not a lesson')
const LessonParams = z.object({ id: LessonId })
const UnitParams = z.object({ id: z.string().regex(/^[a-z0-9-]{1,40}$/, 'Not a unit') })

export const lessonsCalls = {
  'GET /api/lessons/daily': call({
    summary: 'List today’s lessons',
    access: 'user',
    rate: 'read',
    answer: z.array(Lesson),
  }),
  'GET /api/lessons/path': call({
    summary: 'Get the units of the path, what is done, next and due',
    access: 'user',
    rate: 'read',
    answer: LearningPath,
  }),
  'GET /api/admin/lessons': call({
    summary: 'Get how far people get in each lesson, and how they first answer its questions',
    access: 'admin',
    rate: 'read',
    heavy: true,
    answer: LessonFigures,
  }),
  'GET /api/users/:id/units': call({
    summary: 'List the units a user has finished, in the order of the path',
    access: 'viewer',
    rate: 'read',
    params: UserParams,
    answer: z.array(FinishedUnit),
    errors: ['USER_NOT_FOUND'],
  }),
  'POST /api/units/:id/placement': call({
    summary: 'Draw the questions that pass a unit at once',
    access: 'user',
    rate: 'write',
    params: UnitParams,
    answer: Placement,
    errors: ['UNIT_NOT_FOUND', 'PLACEMENT_NOT_AVAILABLE', 'PLACEMENT_RESTS'],
  }),
  'POST /api/units/:id/placement/answer': call({
    summary: 'Answer a question of an attempt to pass a unit',
    access: 'user',
    rate: 'write',
    params: UnitParams,
    idempotent: true,
    body: z.object({ lessonId: LessonId, questionId: z.string().max(40), answer: Response }),
    answer: z.object({
      correct: z.boolean(),
      explanation: z.string(),
      lessonTitle: z.string(),
      /** The paragraph that explains the question, from 1. */
      paragraph: Whole,
      outcome: z.enum(['open', 'passed', 'failed']),
      /** When this answer claimed lessons; null otherwise. */
      counted: z.object({ auraEarned: Whole, newStreak: Whole, lessons: Whole }).nullable(),
      placement: Placement,
    }),
    errors: ['PLACEMENT_NOT_AVAILABLE', 'PLACEMENT_RESTS', 'QUESTION_CHANGED'],
  }),
  'GET /api/lessons/:id/status': call({
    summary: 'Get the user’s progress in a lesson',
    access: 'user',
    rate: 'read',
    params: LessonParams,
    answer: z.object({
      completed: z.boolean(),
      auraEarned: Whole,
      quizPassed: z.boolean(),
    }),
    errors: ['LESSON_NOT_FOUND'],
  }),
  'POST /api/lessons/:id/quiz': call({
    summary: 'Answer a lesson’s knowledge check',
    access: 'user',
    rate: 'write',
    params: LessonParams,
    idempotent: true,
    body: z.object({
      answer: Response,
      /** Without it, the current question is meant. */
      questionId: z.string().max(40).optional(),
    }),
    answer: z.object({
      correct: z.boolean(),
      explanation: z.string(),
      message: z.string(),
      retryAfterMs: Whole,
      /** The claim is open. */
      passed: z.boolean(),
      /** The paragraph that explains the question, from 1. */
      paragraph: Whole,
      check: LessonCheck,
    }),
    errors: ['LESSON_NOT_FOUND', 'LESSON_NOT_AVAILABLE', 'QUIZ_RETRY_TOO_SOON', 'CHECK_RESTS', 'QUESTION_CHANGED'],
  }),
  'GET /api/lessons/:id/lab': call({
    summary: 'Get my lab of a lesson',
    access: 'user',
    rate: 'read',
    params: LessonParams,
    answer: Lab,
    errors: ['LESSON_NOT_FOUND', 'LAB_NOT_FOUND'],
  }),
  'POST /api/lessons/:id/lab': call({
    summary: 'Submit what I did in a lab',
    access: 'user',
    rate: 'write',
    params: LessonParams,
    body: z.object({
      /** JSON of the kind, its version, the seed and the actions. The server replays it. */
      transcript: z.string().max(MAX_TRANSCRIPT_LENGTH, 'Too long for a lab'),
    }),
    answer: z.object({
      /** From now on, or since an earlier run. */
      done: z.boolean(),
      /** Of this run. */
      outcome: z.enum(['solved', 'trapped', 'open']),
      /** How it failed. */
      trap: z.string().nullable(),
    }),
    errors: ['LESSON_NOT_FOUND', 'LAB_NOT_FOUND', 'LAB_REFUSED', 'LAB_BUSY'],
  }),
  'POST /api/lessons/complete': call({
    summary: 'Claim a lesson',
    access: 'user',
    rate: 'write',
    idempotent: true,
    body: z.object({
      lessonId: LessonId,
      /** Accepted and ignored: older clients send it. */
      tweetUrl: z.string().max(500).optional(),
    }),
    answer: z.object({ auraEarned: Whole, newStreak: Whole }),
    errors: ['LESSON_NOT_FOUND', 'LESSON_NOT_AVAILABLE', 'QUIZ_NOT_PASSED', 'LAB_NOT_DONE'],
  }),
  'GET /api/lessons/catalogue': call({
    summary: 'List all lessons in the order of the path',
    access: 'public',
    rate: 'read',
    answer: z.array(
      PublicLesson.pick({ id: true, title: true, difficulty: true, estimatedReadTime: true }).extend({
        /** Its first paragraph. */
        hook: z.string(),
      }),
    ),
  }),
  'GET /api/lessons/catalogue/:id': call({
    summary: 'Read a lesson',
    access: 'public',
    rate: 'read',
    params: LessonParams,
    answer: PublicLesson,
    errors: ['LESSON_NOT_FOUND'],
  }),
  'GET /api/glossary': call({
    summary: 'List the terms of the glossary',
    access: 'public',
    rate: 'read',
    answer: z.array(GlossaryTerm),
  }),
  'GET /api/lessons/trial': call({
    summary: 'Get the trial lesson',
    access: 'public',
    rate: 'read',
    answer: TrialLesson,
    errors: ['LESSON_NOT_FOUND'],
  }),
  'POST /api/lessons/trial/quiz': call({
    summary: 'Answer the trial lesson’s check',
    access: 'public',
    rate: 'write',
    body: z.object({ answer: z.int().min(0).max(9) }),
    answer: z.object({
      correct: z.boolean(),
      explanation: z.string(),
      /** Until another answer is accepted; 0 when none is needed. */
      retryAfterMs: Whole,
    }),
    errors: ['LESSON_NOT_FOUND', 'QUIZ_RETRY_TOO_SOON'],
  }),
  'POST /api/lessons/trial/keep': call({
    summary: 'Claim the trial lesson passed before joining',
    access: 'user',
    rate: 'write',
    idempotent: true,
    answer: z.object({
      /** `claimed` now, or before: earlier `today`, or on an `earlier` day. Only `claimed` pays. */
      outcome: z.enum(['claimed', 'today', 'earlier']),
      title: z.string(),
      auraEarned: Whole,
      newStreak: Whole,
    }),
    errors: ['LESSON_NOT_FOUND', 'QUIZ_NOT_PASSED'],
  }),
  'GET /api/review': call({
    summary: 'My review of today and what I still know',
    access: 'user',
    rate: 'read',
    answer: Review,
  }),
  'POST /api/review/start': call({
    summary: 'Draw the questions of a review',
    access: 'user',
    rate: 'write',
    answer: Review,
    errors: ['REVIEW_NOT_AVAILABLE'],
  }),
  'POST /api/review/answer': call({
    summary: 'Answer a question of my review',
    access: 'user',
    rate: 'write',
    idempotent: true,
    body: z.object({ questionId: z.string().max(40), answer: Response }),
    answer: z.object({
      correct: z.boolean(),
      explanation: z.string(),
      lessonTitle: z.string(),
      /** The paragraph that explains the question, from 1. */
      paragraph: Whole,
      outcome: z.enum(['open', 'passed', 'failed']),
      /** When this answer counted the day; null otherwise. */
      counted: z.object({ auraEarned: Whole, newStreak: Whole }).nullable(),
      review: Review,
    }),
    errors: ['REVIEW_NOT_AVAILABLE', 'QUESTION_CHANGED'],
  }),
  'GET /api/streak': call({
    summary: 'Get a month of the user’s days and what they paid',
    access: 'user',
    rate: 'read',
    query: z.object({ month: Month.optional() }),
    answer: StreakCalendar,
  }),
  'GET /api/aura-levels': call({
    summary: 'List the streak levels',
    access: 'public',
    rate: 'read',
    answer: z.array(
      z.object({
        key: z.string(),
        name: z.string(),
        minDays: Whole,
        maxDays: Whole.nullable(),
        minPoints: Whole,
        minAuraPoints: Whole,
        maxPoints: Whole.nullable(),
        color: z.string(),
        ...levelFields,
      }),
    ),
  }),
  'POST /api/user/time-zone': call({
    summary: 'Change the time zone that the user’s day follows',
    access: 'user',
    rate: 'write',
    body: z.object({ timeZone: z.string().min(1).max(64) }),
    answer: z.object({ timeZone: z.string(), dayEndsAt: Moment }),
    errors: ['TIME_ZONE_CHANGED_RECENTLY'],
  }),
}
