import type { Answer } from '@aura/api/calls'
import type { QueryClient } from '@tanstack/react-query'
import { celebrate, holdFigures } from '#features/celebration'
import { celebrationOf, lightsDay, refetchDay, toNextLesson } from '#features/lessons'
import { request } from '#lib/api'
import { readKey } from '#lib/query-client'
import { toast } from '#ui/feedback/toast'
import { announceTrial } from './passed-trial.ts'

interface KeepAttempt {
  /** Must be the same for a retry. */
  idempotencyKey: string
  /** Where to celebrate. */
  path: string
}

/** Claims the lesson and celebrates it. If the account claimed it on an earlier day, a message says so. */
export async function keepTrial(client: QueryClient, { idempotencyKey, path }: KeepAttempt): Promise<void> {
  const before = client.getQueryData<Answer<'GET /api/auth/user'>>(readKey('GET /api/auth/user'))
  const release = holdFigures(before)
  try {
    const { outcome, title, ...earned } = await request('POST /api/lessons/trial/keep', { idempotencyKey })
    announceTrial()
    // The celebration names the next lesson.
    await refetchDay(client)
    if (outcome === 'claimed' && before) {
      if (lightsDay(before, earned)) {
        void celebrate({ ...celebrationOf(before, earned), ...toNextLesson(client), path })
      } else toast({ title: `+${earned.auraEarned} AP`, description: `“${title}” is yours. Today was already lit.` })
    }
    if (outcome === 'earlier')
      toast({
        title: 'You have this one already',
        description: `You claimed “${title}” before, and a lesson pays once.`,
      })
  } finally {
    release()
  }
}
