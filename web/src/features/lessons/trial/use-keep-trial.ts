import type { Answer } from '@aura/api/calls'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { celebrate } from '#features/celebration'
import { request } from '#lib/api'
import { read, readKey } from '#lib/query-client'
import { toast } from '#ui/feedback/toast'
import { celebrationOf } from '../celebration-of.ts'
import { hasPassedTrial } from './passed-trial.ts'

let isKeeping = false

/** Claims the lesson passed before joining, once per page. */
export function useKeepTrial(): void {
  const client = useQueryClient()
  useEffect(() => {
    if (isKeeping || !hasPassedTrial()) return
    isKeeping = true
    // Nobody asked for it here, so a failure is silent; the next page tries again.
    keepTrial(client).catch(() => undefined)
  }, [client])
}

async function keepTrial(client: QueryClient): Promise<void> {
  const before = client.getQueryData<Answer<'GET /api/auth/user'>>(readKey('GET /api/auth/user'))
  const { outcome, title, ...earned } = await request('POST /api/lessons/trial/keep', {
    idempotencyKey: crypto.randomUUID(),
  })
  if (outcome === 'claimed' && before) celebrate(celebrationOf(before, earned))
  if (outcome === 'earlier')
    toast({ title: 'You have this one already', description: `“${title}” was claimed before.` })
  await Promise.all([
    client.invalidateQueries(read('GET /api/auth/user')),
    client.invalidateQueries(read('GET /api/lessons/daily')),
    client.invalidateQueries({ queryKey: readKey('GET /api/streak') }),
  ])
}
