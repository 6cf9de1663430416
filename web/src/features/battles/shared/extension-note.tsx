import { BATTLE_RULES } from '@aura/api/rules/battles'
import { useTimes } from '#lib/time/times'
import type { BattleDetail } from './battle-view.ts'
import { useLateLead } from './use-late-lead.ts'

const { times: atMost } = BATTLE_RULES.softClose

export function ExtensionNote({ battle }: { battle: BattleDetail }) {
  const times = useTimes()
  const count = battle.extendedAt.length
  const isActive = battle.status === 'active'
  const announced = useLateLead(battle)
  return (
    <>
      {/* Not a toast: toasts queue, and the last minute doesn't wait. */}
      <p role="status" className="sr-only">
        {isActive &&
          announced > 0 &&
          `A late lead moved the end to ${times.seconds(battle.endsAt)}. ${leftText(announced)}`}
      </p>
      {count > 0 && (
        <p data-extensions={count}>
          {count === 1 ? 'A late lead' : 'Late leads'} at {battle.extendedAt.map(times.seconds).join(', ')} moved the
          end. {isActive && leftText(count)}
        </p>
      )}
    </>
  )
}

function leftText(count: number): string {
  const left = atMost - count
  return left > 0 ? `It can happen ${left === 1 ? 'once' : 'twice'} more.` : 'The end stands now.'
}
