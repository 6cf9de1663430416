import { Link } from 'wouter'
import { Card } from '#features/settings'
import { paths } from '#paths'
import { Switch } from '#ui/forms/check'
import { JOIN_TEXT } from './league-texts.ts'
import { useLeague, useMembership } from './use-league.ts'

/** Joins and leaves. */
export default function SettingsCard() {
  const { data } = useLeague()
  const join = useMembership('join')
  const leave = useMembership('leave')
  const isBusy = join.isPending || leave.isPending
  return (
    <Card title="Leagues">
      <Switch
        label="Take part in leagues"
        note={JOIN_TEXT}
        checked={join.isPending || (!leave.isPending && data?.isMember === true)}
        disabled={!data || isBusy}
        onChange={(isIn) => (isIn ? join.mutate() : leave.mutate())}
      />
      <p className="py-3">
        <Link href={paths.league} className="action-link">
          Open your league
        </Link>
      </p>
    </Card>
  )
}
