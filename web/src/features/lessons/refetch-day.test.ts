import { expect, it } from 'vitest'
import { createQueryClient, readKey } from '#lib/query-client'
import { refetchDay } from './refetch-day.ts'

it('reads anew whatever depends on the day, and nothing else', async () => {
  const client = createQueryClient(() => {})
  const day = [
    readKey('GET /api/auth/user'),
    readKey('GET /api/lessons/daily'),
    readKey('GET /api/lessons/path'),
    readKey('GET /api/review'),
    readKey('GET /api/review', undefined, { for: 'streak' }),
    [...readKey('GET /api/streak'), 'now'],
    readKey('GET /api/friend-streaks'),
  ]
  const others = [readKey('GET /api/config'), readKey('GET /api/steeze/balance')]
  for (const queryKey of [...day, ...others]) client.setQueryData(queryKey, {})
  await refetchDay(client)
  const isInvalid = (queryKey: string[]) => client.getQueryState(queryKey)?.isInvalidated
  expect(day.map(isInvalid)).toEqual(day.map(() => true))
  expect(others.map(isInvalid)).toEqual(others.map(() => false))
})
