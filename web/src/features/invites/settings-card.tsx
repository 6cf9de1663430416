import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { Link } from 'wouter'
import { Card, Setting } from '#features/settings'
import { errorText } from '#lib/error-text'
import { read } from '#lib/query-client'
import { useTimes } from '#lib/time/times'
import { useConfig } from '#lib/use-config'
import { paths } from '#paths'
import { PartFailed } from '#ui/feedback/load-failed'
import { buttonClass } from '#ui/forms/button'
import { leftText, nextText } from './next-text.ts'

export default function InvitesSettingsCard() {
  const { data, error, isFetching, refetch } = useQuery(read('GET /api/invites'))
  const isClosed = useConfig().data?.betaAccess === 'closed'
  const times = useTimes()
  return (
    <Card title="Invites">
      {error && !data && (
        <PartFailed text={errorText(error).description} isBusy={isFetching} onRetry={() => void refetch()} />
      )}
      <Setting
        icon={<UserPlus size={20} strokeWidth={1.75} />}
        title={data && isClosed ? leftText(data.left) : 'Invite someone'}
        note={data ? nextText(data, isClosed, times) : 'Loading...'}
        action={
          <Link href={paths.invites} className={buttonClass('secondary', 40)}>
            Invites
          </Link>
        }
      />
    </Card>
  )
}
