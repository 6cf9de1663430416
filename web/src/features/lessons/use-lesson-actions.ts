import type { Answer } from '@aura/api/calls'
import type { Lesson } from '@aura/api/lessons'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { celebrate } from '#features/celebration/public'
import { request } from '#lib/api'
import { ApiError, isUnauthorized } from '#lib/api-error'
import { errorText } from '#lib/error-text'
import { read, readKey } from '#lib/query-client'
import { toast } from '#ui/toast'
import { celebrationOf } from './celebration-of.ts'
import type { LessonEvent } from './lesson-progress.ts'

/** One key per lesson somebody means to claim: a retry, also after closing the dialog, is the same intent. */
const claimKeys = new Map<string, string>()

function claimKeyOf(lessonId: string): string {
  const key = claimKeys.get(lessonId) ?? crypto.randomUUID()
  claimKeys.set(lessonId, key)
  return key
}

const DEFAULT_WAIT_MS = 3_000

interface LessonOutcome {
  dispatch: (event: LessonEvent) => void
  onClaimed: () => void
}

/** Answering and claiming. What comes of it goes to `dispatch`; failures are said in a toast and kept in the mutation. */
export function useLessonActions(lesson: Lesson, { dispatch, onClaimed }: LessonOutcome) {
  const client = useQueryClient()
  // What was said of the last wrong answer is not true of the next one any more.
  const takeBack = useRef(() => {})

  const answer = useMutation({
    mutationFn: (option: number) =>
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
      // Said once for the whole page.
      if (isUnauthorized(error)) return
      if (error instanceof ApiError && error.code === 'QUIZ_RETRY_TOO_SOON') {
        const waitMs = Number(error.data.retryAfterMs) || DEFAULT_WAIT_MS
        dispatch({ type: 'told-to-wait', untilMs: Date.now() + waitMs })
      }
      toast({ ...errorText(error, 'quiz'), kind: 'destructive' })
    },
  })

  const claim = useMutation({
    // The person as they were before: news of what they are now may come before the answer.
    onMutate: () => client.getQueryData<Answer<'GET /api/auth/user'>>(readKey('GET /api/auth/user')),
    mutationFn: () =>
      request('POST /api/lessons/complete', {
        body: { lessonId: lesson.id, tweetUrl: 'completed' },
        idempotencyKey: claimKeyOf(lesson.id),
      }),
    onSuccess: async (earned, _, before) => {
      claimKeys.delete(lesson.id)
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
      // Said once for the whole page.
      if (isUnauthorized(error)) return
      // A refusal is an answer, and the same key would hear it for ever; only an unheard answer is asked for again.
      if (error instanceof ApiError && error.status < 500) claimKeys.delete(lesson.id)
      toast({ ...errorText(error, 'completeLesson'), kind: 'destructive' })
    },
  })

  return { answer, claim }
}
