import type { Notification, OptionalNotification } from '@aura/api/calls/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { request } from '#lib/api'
import { read } from '#lib/query-client'
import { toastFailure } from '#lib/toast-failure'
import { useParts } from '#lib/use-parts'
import { useWrite } from '#lib/use-write'
import { toast } from '#ui/feedback/toast'
import { Button } from '#ui/forms/button'
import { errorTexts } from './error-texts.ts'

declare module '#lib/parts' {
  interface Parts {
    readonly offInBell?: readonly OptionalNotification[]
  }
}

export function TurnOff({ type }: { type: Notification['type'] }) {
  const kind = useParts()
    .flatMap(({ offInBell = [] }) => offInBell)
    .find((each) => each === type)
  return kind === undefined ? null : <TurnOffButton type={kind} />
}

function TurnOffButton({ type }: { type: OptionalNotification }) {
  const client = useQueryClient()
  const off = useWrite({
    send: (_: undefined) => request('POST /api/notifications/preferences', { body: { type, isOn: false } }),
    onSuccess: (saved) => {
      client.setQueryData(read('GET /api/notifications/preferences').queryKey, saved)
      toast({ title: 'Turned off', description: 'You can turn it on again in Settings.' })
    },
    onError: (error) => toastFailure(error, errorTexts.preferences),
  })
  if (off.isSuccess) return null
  return (
    <Button
      kind="ghost"
      size={40}
      className="relative -ml-3 px-3!"
      busy={off.isPending && 'Turning off...'}
      onClick={() => off.mutate(undefined)}
    >
      Turn these off
    </Button>
  )
}
