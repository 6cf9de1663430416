import type { Challengers } from '@aura/api/calls/battles/challenges'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '#lib/api'
import { read } from '#lib/query-client'
import { toastFailure } from '#lib/toast-failure'
import { errorTexts } from './shared/error-texts.ts'

const settings = read('GET /api/battles/settings')

/** Reads and sets whose challenges the user accepts. Choices are shown at once and saved in order. */
export function useChallengers() {
  const client = useQueryClient()
  const { data, ...query } = useQuery({ ...settings, staleTime: 0 })
  const change = useMutation({
    scope: { id: 'battle-settings' },
    mutationFn: (challengers: Challengers) => request('PUT /api/battles/settings', { body: { challengers } }),
    onSuccess: (saved) => client.setQueryData(settings.queryKey, saved),
    onError: (error) => toastFailure(error, errorTexts.settings),
  })
  return { ...query, value: change.isPending ? change.variables : data?.challengers, choose: change.mutate }
}
