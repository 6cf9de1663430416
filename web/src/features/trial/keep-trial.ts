import type { Answer } from '@aura/api/calls'
import type { QueryClient } from '@tanstack/react-query'
import { celebrate, holdFigures } from '#features/celebration'
import { celebrationOf, lightsDay, refetchDay } from '#features/lessons'
import { request } from '#lib/api'
import { readKey } from '#lib/query-client'
import { toast } from '#ui/feedback/toast'

/** Celebrates a claim; an account that claimed the lesson on an earlier day is told so. */
export async function keepTrial(client: QueryClient): Promise<void> {
  const before = client.getQueryData<Answer<'GET /api/auth/user'>>(readKey('GET /api/auth/user'))
  const release = holdFigures(before)
  try {
    await keep(client, before)
  } finally {
    release()
  }
}

async function keep(client: QueryClient, before: Answer<'GET /api/auth/user'> | undefined): Promise<void> {
  const { outcome, title, ...earned } = await request('POST /api/lessons/trial/keep', {
    idempotencyKey: crypto.randomUUID(),
  })
  if (outcome === 'claimed' && before) {
    if (lightsDay(before, earned)) void celebrate(celebrationOf(before, earned))
    else toast({ title: `+${earned.auraEarned} AP`, description: `“${title}” is yours. Today was already lit.` })
  }
  if (outcome === 'earlier')
    toast({ title: 'You have this one already', description: `“${title}” was claimed before.` })
  await refetchDay(client)
}
