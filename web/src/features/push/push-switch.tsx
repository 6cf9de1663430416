import { PUSH_RULES } from '@aura/api/rules/push'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { isUnauthorized } from '#lib/api-error'
import { errorText } from '#lib/error-text'
import { useConfig } from '#lib/use-config'
import { useWrite } from '#lib/use-write'
import { PartFailed } from '#ui/feedback/load-failed'
import { toast } from '#ui/feedback/toast'
import { Switch } from '#ui/forms/check'
import { canPushHere, isPushOnHere, PushBlocked, turnPushOff, turnPushOn } from './push-here.ts'

const KEY = ['push-here']
const FAILED = { title: 'Error', description: 'Failed to change your notifications' }
const BLOCKED = {
  title: 'Notifications are blocked',
  description: 'Allow notifications for Aura in your browser settings, then turn this on again.',
}

export default function PushSwitch() {
  const { data: config } = useConfig()
  const publicKey = config?.push?.publicKey
  if (publicKey === undefined || !canPushHere()) return null
  return <Here publicKey={publicKey} />
}

function Here({ publicKey }: { publicKey: string }) {
  const client = useQueryClient()
  const here = { queryKey: KEY, queryFn: isPushOnHere, staleTime: 0 }
  const { data: isOn, error, isFetching, refetch } = useQuery(here)
  const change = useWrite({
    send: (next: boolean) => (next ? turnPushOn(publicKey) : turnPushOff()),
    onError: (failed) => {
      if (isUnauthorized(failed)) return
      toast({ ...(failed instanceof PushBlocked ? BLOCKED : errorText(failed, FAILED)), kind: 'destructive' })
    },
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  })
  if (error && isOn === undefined)
    return <PartFailed text={errorText(error).description} isBusy={isFetching} onRetry={() => void refetch()} />
  return (
    <Switch
      label="On this device"
      note={`Also while Aura is closed, until you log out. After ${PUSH_RULES.singlyAnHour} of one kind in an hour, the rest come as one. Your browser asks for permission.`}
      checked={change.isPending ? change.variables : (isOn ?? false)}
      disabled={isOn === undefined || change.isPending}
      onChange={(next) => change.mutate(next)}
    />
  )
}
