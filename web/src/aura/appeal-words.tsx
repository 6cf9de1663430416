import type { Appeal } from '@aura/api/calls/related-accounts'
import { useTimes } from '#lib/time/times'

/** Shows what a person wrote, and the answer once there is one. */
export function AppealWords({ appeal }: { appeal: Appeal }) {
  const times = useTimes()
  return (
    <div className="grid grid-cols-1 gap-1 wrap-anywhere">
      <p>
        <b>Your appeal, {times.day(appeal.at)}:</b> <bdi>{appeal.text}</bdi>
      </p>
      {appeal.answer !== null && (
        <p>
          <b>Aura:</b> <bdi>{appeal.answer}</bdi>
        </p>
      )}
    </div>
  )
}
