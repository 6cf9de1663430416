import { Link } from 'wouter'
import { Card } from '#features/settings'
import { errorText } from '#lib/error-text'
import { paths } from '#paths'
import { PartFailed } from '#ui/feedback/load-failed'
import { Switch } from '#ui/forms/check'
import { JOIN_TEXT } from './league-texts.ts'
import { useLeague, useMembership } from './use-league.ts'

export default function SettingsCard() {
  const { data, error, isFetching, refetch } = useLeague()
  const join = useMembership('join')
  const leave = useMembership('leave')
  const isBusy = join.isPending || leave.isPending
  return (
    <Card title="Leagues">
      {error && !data ? (
        <PartFailed text={errorText(error).description} isBusy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Switch
          label="Take part in leagues"
          note={JOIN_TEXT}
          checked={join.isPending || (!leave.isPending && data?.isMember === true)}
          disabled={!data || isBusy}
          onChange={(isIn) => (isIn ? join.mutate() : leave.mutate())}
        />
      )}
      <p className="py-3">
        <Link href={paths.league} className="action-link">
          Open your league
        </Link>
      </p>
    </Card>
  )
}
