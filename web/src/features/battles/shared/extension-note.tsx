import { RULES } from '@aura/api/rules'
import { useEffect, useRef } from 'react'
import { useTimes } from '#lib/time/times'
import { toast } from '#ui/feedback/toast'
import type { BattleDetail } from './battle-view.ts'

const { seconds, times: atMost } = RULES.softClose

/** Says when late leads moved the end, and announces each that happens while the page is open. */
export function ExtensionNote({ battle }: { battle: BattleDetail }) {
  const times = useTimes()
  const count = battle.extendedAt.length
  const isActive = battle.status === 'active'
  const known = useRef(count)
  useEffect(() => {
    if (isActive && count > known.current) {
      toast({ title: `Late lead: ${seconds} seconds left`, description: leftText(count) })
    }
    known.current = count
  }, [isActive, count])
  if (count === 0) return null
  return (
    <p data-extensions={count}>
      {count === 1 ? 'A late lead' : 'Late leads'} at {battle.extendedAt.map(times.seconds).join(', ')} moved the end.{' '}
      {isActive && leftText(count)}
    </p>
  )
}

function leftText(count: number): string {
  const left = atMost - count
  return left > 0 ? `It can happen ${left === 1 ? 'once' : 'twice'} more.` : 'The end stands now.'
}
