import type { Answer } from '@aura/api/calls'
import type { Lesson, Question } from '@aura/api/calls/lessons/lesson'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { celebrate, holdFigures } from '#features/celebration'
import { request } from '#lib/api'
import { ApiError, isUnauthorized } from '#lib/api-error'
import { Intent } from '#lib/intent'
import { read, readKey } from '#lib/query-client'
import { toastFailure } from '#lib/toast-failure'
import { useWrite } from '#lib/use-write'
import { celebrationOf, lightsDay, toNextLesson } from './claim/celebration-of.ts'
import { errorTexts } from './error-texts.ts'
import type { LessonEvent, Response } from './lesson-progress.ts'
import { refetchDay } from './refetch-day.ts'

type LessonStatus = Answer<'GET /api/lessons/:id/status'>

/** Intents by lesson: a retry has the same key, even after the dialog was closed. */
const claims = new Map<string, Intent>()

function claimOf(lessonId: string): Intent {
  const claim = claims.get(lessonId) ?? new Intent()
  claims.set(lessonId, claim)
  return claim
}

const DEFAULT_WAIT_MS = 3_000

/** Codes for a page that shows an earlier state of the check. */
const STALE = ['QUESTION_CHANGED', 'CHECK_RESTS', 'LESSON_NOT_AVAILABLE']

/** Returns whether the check on screen was replaced. A toast says so; other failures are shown beside the question. */
export const isStaleCheck = (error: unknown): boolean => error instanceof ApiError && STALE.includes(error.code)

interface LessonOutcome {
  isOpen: boolean
  dispatch: (event: LessonEvent) => void
  onClaimed: () => void
}

/** Results go to `dispatch`, failures to the mutation; to a toast only what the dialog doesn't show. */
export function useLessonActions(lesson: Lesson, { isOpen, dispatch, onClaimed }: LessonOutcome) {
  const client = useQueryClient()
  const isShown = useRef(isOpen)
  isShown.current = isOpen

  const changeLesson = (changes: Partial<Lesson>) =>
    client.setQueryData<Lesson[]>(readKey('GET /api/lessons/daily'), (lessons) =>
      lessons?.map((each) => (each.id === lesson.id ? { ...each, ...changes } : each)),
    )

  const refreshCheck = async () => {
    const lessons = await client.fetchQuery({ ...read('GET /api/lessons/daily'), staleTime: 0 })
    dispatch({ type: 'check-changed', check: lessons.find(({ id }) => id === lesson.id)?.check ?? null })
  }

  const answer = useWrite({
    send: ({ question, day, response }: { question: Question; day: string; response: Response }, idempotencyKey) =>
      request('POST /api/lessons/:id/quiz', {
        params: { id: lesson.id },
        body: { answer: typeof response === 'object' ? [...response] : response, questionId: question.id, day },
        idempotencyKey,
      }),
    onSuccess: (result, { question, response }) => {
      dispatch({ type: 'answered', question, response, result, nowMs: Date.now() })
      // The dialog's progress ends with the screen; the reads resume it there.
      changeLesson({ check: result.check })
      if (result.passed) {
        client.setQueryData<LessonStatus>(
          readKey('GET /api/lessons/:id/status', { id: lesson.id }),
          (status) => status && { ...status, quizPassed: true },
        )
      }
      // The other lessons' texts name those still open.
      if (result.check.triesLeft === 0) void client.invalidateQueries(read('GET /api/lessons/daily'))
    },
    onError: (error) => {
      if (isUnauthorized(error)) return undefined
      if (error instanceof ApiError && error.code === 'QUIZ_RETRY_TOO_SOON') {
        const waitMs = Number(error.data.retryAfterMs) || DEFAULT_WAIT_MS
        dispatch({ type: 'told-to-wait', untilMs: Date.now() + waitMs })
      }
      if (!isStaleCheck(error)) return undefined
      // If offline, the next response is refused again and refetches once more.
      refreshCheck().catch(() => {})
      return toastFailure(error, errorTexts.quiz)
    },
  })

  const claim = useWrite({
    isOpen,
    intent: claimOf(lesson.id),
    // A snapshot, because live updates may arrive before the response.
    onMutate: () => {
      const user = client.getQueryData<Answer<'GET /api/auth/user'>>(readKey('GET /api/auth/user'))
      return { user, release: holdFigures(user) }
    },
    send: (lessonId: string, idempotencyKey) =>
      request('POST /api/lessons/complete', { body: { lessonId, tweetUrl: 'completed' }, idempotencyKey }),
    onSuccess: async (earned, _, { user }) => {
      changeLesson({ completed: true })
      const onward = toNextLesson(client)
      if (user && !earned.alreadyPaid && lightsDay(user, earned)) {
        // The dialog stays until the celebration covers it, so that nothing shows through in between.
        void celebrate({ ...celebrationOf(user, earned), ...onward }).then(() => {
          dispatch({ type: 'claimed', earned })
          // After the last lesson the day's end is behind the celebration.
          if (onward.onward) onClaimed()
        })
      } else dispatch({ type: 'claimed', earned })
      await Promise.all([
        refetchDay(client),
        client.invalidateQueries(read('GET /api/lessons/:id/status', { id: lesson.id })),
      ])
    },
    onError: (error) => (isShown.current ? undefined : toastFailure(error, errorTexts.completeLesson)),
    onSettled: (_, __, ___, held) => held?.release(),
  })

  return { answer, claim }
}
