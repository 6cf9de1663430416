import { useEffect } from 'react'
import type { BattleDetail, Side, Vote } from '../shared/battle-view.ts'
import styles from './alert-card.module.css'
import { AlertCard } from './alert-card.tsx'
import { playAlertTone } from './alert-tone.ts'
import type { StageOptions } from './stage-options.ts'
import { useAlerts } from './use-alerts.ts'

interface StageAlertsProps {
  battle: BattleDetail
  votes: readonly Vote[] | undefined
  sides: readonly [Side, Side]
  options: StageOptions
}

/** Decorative, like the banners. */
export function StageAlerts({ battle, votes, sides, options }: StageAlertsProps) {
  const shown = useAlerts(battle, votes, sides)
  const key = shown?.untilMs
  const { hasSound } = options
  useEffect(() => {
    if (hasSound && key !== undefined) void playAlertTone()
  }, [hasSound, key])
  return (
    <div className={styles.place} aria-hidden="true" data-alerts>
      {shown && <AlertCard key={key} alert={shown.alert} sides={sides} options={options} />}
    </div>
  )
}
