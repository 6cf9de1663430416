import type { Answer } from '@aura/api/calls'
import type { OtherPerson } from '@aura/api/shapes'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '#lib/api'
import { read, readKey } from '#lib/query-client'
import { toastFailure } from '#lib/toast-failure'
import { useWrite } from '#lib/use-write'
import { errorTexts } from './error-texts.ts'

type OwnPlaces = Answer<'GET /api/places'>
type Seen = OwnPlaces | undefined

const own = read('GET /api/places')

export const useOwnPlaces = () => useQuery({ ...own, staleTime: 0 })

/** Shows a change before the server has made it. Returns what was shown before. */
async function show(client: QueryClient, change: (places: OwnPlaces) => OwnPlaces): Promise<Seen> {
  await client.cancelQueries(own)
  const before = client.getQueryData<OwnPlaces>(own.queryKey)
  if (before) client.setQueryData<OwnPlaces>(own.queryKey, change(before))
  return before
}

const refresh = (client: QueryClient, id: string) =>
  Promise.all([
    client.invalidateQueries(own),
    client.invalidateQueries({ queryKey: readKey('GET /api/users/:id/places', { id }) }),
  ])

/** Stands by a person; with a line, also changes the line of a place that exists. */
export function useStandBy(person: OtherPerson, onStillHere?: () => void) {
  const client = useQueryClient()
  return useWrite({
    send: (line: string | undefined, idempotencyKey) =>
      request('PUT /api/places/:id', {
        params: { id: person.id },
        body: line === undefined ? {} : { line },
        idempotencyKey,
      }),
    onMutate: (line): Promise<Seen> =>
      show(client, ({ total, left, places }) => {
        const known = places.find((place) => place.person.id === person.id)
        const others = places.filter((place) => place !== known)
        // The id comes with the response that follows. It is for reports, and nobody reports their own line.
        const place = { id: known?.id ?? '', person, placedAt: known?.placedAt ?? new Date().toISOString() }
        return {
          total,
          left: known ? left : Math.max(0, left - 1),
          places: [{ ...place, line: (line ?? known?.line) || null }, ...others],
        }
      }),
    ...(onStillHere && { onStillHere }),
    onSuccess: () => refresh(client, person.id),
    onError: (error, line, before) => {
      client.setQueryData(own.queryKey, before)
      void refresh(client, person.id)
      return toastFailure(error, line === undefined ? errorTexts.stand : errorTexts.line)
    },
  })
}

export function useTakeBack(id: string, onStillHere?: () => void) {
  const client = useQueryClient()
  return useWrite({
    send: (_: null, idempotencyKey) => request('DELETE /api/places/:id', { params: { id }, idempotencyKey }),
    onMutate: (): Promise<Seen> =>
      show(client, ({ total, left, places }) => ({
        total,
        left: Math.min(total, left + 1),
        places: places.filter(({ person }) => person.id !== id),
      })),
    ...(onStillHere && { onStillHere }),
    onSuccess: () => refresh(client, id),
    onError: (error, _, before) => {
      client.setQueryData(own.queryKey, before)
      void refresh(client, id)
      return toastFailure(error, errorTexts.takeBack)
    },
  })
}
