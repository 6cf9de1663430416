import type { Answer } from '@aura/api/calls'
import type { QueryClient } from '@tanstack/react-query'
import { celebrate, holdFigures } from '#features/celebration'
import { celebrationOf, lightsDay, refetchDay } from '#features/lessons'
import { request } from '#lib/api'
import { readKey } from '#lib/query-client'
import { toast } from '#ui/feedback/toast'

export interface KeepAttempt {
  /** Must be the same for a retry. */
  idempotencyKey: string
  onKept: () => void
}

/** Claims the lesson and celebrates it. If the account claimed it on an earlier day, a message says so. */
export async function keepTrial(client: QueryClient, attempt?: KeepAttempt): Promise<void> {
  const before = client.getQueryData<Answer<'GET /api/auth/user'>>(readKey('GET /api/auth/user'))
  const release = holdFigures(before)
  try {
    await keep(client, before, attempt)
  } finally {
    release()
  }
}

async function keep(
  client: QueryClient,
  before: Answer<'GET /api/auth/user'> | undefined,
  { idempotencyKey, onKept }: Partial<KeepAttempt> = {},
): Promise<void> {
  const { outcome, title, ...earned } = await request('POST /api/lessons/trial/keep', {
    idempotencyKey: idempotencyKey ?? crypto.randomUUID(),
  })
  onKept?.()
  // Meanwhile the welcome is replaced by the dashboard, whose heading would take the focus from the celebration.
  await refetchDay(client)
  if (outcome === 'claimed' && before) {
    if (lightsDay(before, earned)) void celebrate(celebrationOf(before, earned))
    else toast({ title: `+${earned.auraEarned} AP`, description: `“${title}” is yours. Today was already lit.` })
  }
  if (outcome === 'earlier')
    toast({ title: 'You have this one already', description: `“${title}” was claimed before.` })
}
