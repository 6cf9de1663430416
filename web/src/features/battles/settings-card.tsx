import type { Challengers } from '@aura/api/calls/battles/challenges'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { Card, Setting } from '#features/settings'
import { request } from '#lib/api'
import { errorText } from '#lib/error-text'
import { read } from '#lib/query-client'
import { useWrite } from '#lib/use-write'
import { PartFailed } from '#ui/feedback/load-failed'
import { toast } from '#ui/feedback/toast'
import { Segmented } from '#ui/forms/segmented'
import { errorTexts } from './shared/error-texts.ts'

const ITEMS = [
  { value: 'everybody', name: 'Everybody' },
  { value: 'known', name: 'People I know' },
  { value: 'nobody', name: 'Nobody' },
] as const

const NOTES: Record<Challengers, string> = {
  everybody: 'Anyone you haven’t blocked can challenge you.',
  known: 'Only people you follow, and those who backed you with USDC.',
  nobody: 'Nobody can challenge you or ask you for a rematch.',
}

const settings = read('GET /api/battles/settings')

/** Whose challenges the user takes. */
export default function BattleSettingsCard() {
  const id = useId()
  const client = useQueryClient()
  const { data, error, isFetching, refetch } = useQuery({ ...settings, staleTime: 0 })
  const change = useWrite({
    send: (challengers: Challengers) => request('PUT /api/battles/settings', { body: { challengers } }),
    onSuccess: (saved) => client.setQueryData(settings.queryKey, saved),
    onError: (failed) => toast({ ...errorText(failed, errorTexts.settings), kind: 'destructive' }),
  })
  const value = change.isPending ? change.variables : data?.challengers
  return (
    <Card title="Challenges">
      {error && !data && (
        <PartFailed text={errorText(error).description} isBusy={isFetching} onRetry={() => void refetch()} />
      )}
      <Setting
        title={<span id={id}>Who can challenge me</span>}
        note={value === undefined ? 'Loading...' : NOTES[value]}
        action={
          <Segmented
            labelledBy={id}
            items={ITEMS}
            value={value ?? 'everybody'}
            disabled={value === undefined || change.isPending}
            onChange={(next) => change.mutate(next)}
          />
        }
      />
    </Card>
  )
}
