import type { Answer } from '@aura/api/calls'
import type { Lesson } from '@aura/api/calls/lessons'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { celebrate } from '#features/celebration'
import { request } from '#lib/api'
import { ApiError, isUnauthorized } from '#lib/api-error'
import { errorText } from '#lib/error-text'
import { Intent } from '#lib/intent'
import { read, readKey } from '#lib/query-client'
import { useWrite } from '#lib/use-write'
import { toast } from '#ui/feedback/toast'
import { celebrationOf } from './celebration-of.ts'
import { errorTexts } from './error-texts.ts'
import type { LessonEvent } from './lesson-progress.ts'

/** By lesson: a retry has the same key, even after the dialog was closed. */
const claims = new Map<string, Intent>()

function claimOf(lessonId: string): Intent {
  const claim = claims.get(lessonId) ?? new Intent()
  claims.set(lessonId, claim)
  return claim
}

const DEFAULT_WAIT_MS = 3_000

interface LessonOutcome {
  isOpen: boolean
  dispatch: (event: LessonEvent) => void
  onClaimed: () => void
}

/** Results go to `dispatch`; failures to a toast and the mutation. */
export function useLessonActions(lesson: Lesson, { isOpen, dispatch, onClaimed }: LessonOutcome) {
  const client = useQueryClient()
  // Dismisses the toast about the previous answer.
  const takeBack = useRef(() => {})

  const answer = useWrite({
    send: (option: number) =>
      request('POST /api/lessons/:id/quiz', { params: { id: lesson.id }, body: { answer: option } }),
    onSuccess: (result, option) => {
      dispatch({ type: 'answered', option, result, nowMs: Date.now() })
      takeBack.current()
      if (result.correct) return
      takeBack.current = toast({
        title: 'Incorrect Answer',
        description: result.message || 'Try again! Review the lesson content.',
        kind: 'destructive',
      })
    },
    onError: (error) => {
      // Handled globally.
      if (isUnauthorized(error)) return
      if (error instanceof ApiError && error.code === 'QUIZ_RETRY_TOO_SOON') {
        const waitMs = Number(error.data.retryAfterMs) || DEFAULT_WAIT_MS
        dispatch({ type: 'told-to-wait', untilMs: Date.now() + waitMs })
      }
      toast({ ...errorText(error, errorTexts.quiz), kind: 'destructive' })
    },
  })

  const claim = useWrite({
    isOpen,
    intent: claimOf(lesson.id),
    // A snapshot: live updates may arrive before the response.
    onMutate: () => client.getQueryData<Answer<'GET /api/auth/user'>>(readKey('GET /api/auth/user')),
    send: (lessonId: string, idempotencyKey) =>
      request('POST /api/lessons/complete', {
        body: { lessonId, tweetUrl: 'completed' },
        idempotencyKey,
      }),
    onSuccess: async (earned, _, before) => {
      dispatch({ type: 'claimed', ...earned })
      onClaimed()
      if (before) celebrate(celebrationOf(before, earned))
      await Promise.all([
        client.invalidateQueries(read('GET /api/auth/user')),
        client.invalidateQueries(read('GET /api/lessons/daily')),
        client.invalidateQueries({ queryKey: readKey('GET /api/streak') }),
        client.invalidateQueries(read('GET /api/lessons/:id/status', { id: lesson.id })),
      ])
    },
    onError: (error) => {
      // Handled globally.
      if (isUnauthorized(error)) return
      toast({ ...errorText(error, errorTexts.completeLesson), kind: 'destructive' })
    },
  })

  return { answer, claim }
}
