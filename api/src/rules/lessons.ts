/** Lessons, their checks and reviews. This file imports nothing, so any page can use it. */
export const LESSON_RULES = {
  lessonsPerDay: 3,
  /** AP by the lesson's difficulty. */
  lessonAp: { beginner: 40, intermediate: 60, advanced: 90 },
  quizRetrySeconds: 3,
  /** AP of a finished review, once a day. */
  reviewAp: 10,
  reviewQuestions: 5,
  reviewRightAnswers: 4,
  /** Days after the claim on which a lesson's lab first comes back in a review, and until it does when it is put off. */
  labReviewDays: 30,
  labPostponedDays: 7,
  /** Questions that end a month's “What changed”. */
  changesQuestions: 3,
  /** A visitor's wrong answers before the check rests, how long it rests, and how long a pass waits for an account. */
  trialWrongAnswers: 3,
  trialRestMinutes: 60,
  trialKeptHours: 24,
  /** Right answers that pass a lesson's check, and wrong ones after which it rests until the next day. */
  checkRightAnswers: 2,
  checkWrongAnswers: 3,
  /** Tries of a lab with numbers of their own; after the last the first comes again. */
  labAttempts: 1_000,
} as const
