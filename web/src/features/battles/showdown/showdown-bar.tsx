import { isStarted } from '@aura/api/battle-statuses'
import { formatWhole } from '@aura/api/money'
import { ArrowLeft, Eye } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useLiveStatus } from '#lib/live/use-live'
import { paths } from '#paths'
import { StatusBadge } from '#ui/feedback/status-badge'
import { type BattleDetail, shownStatus } from '../shared/battle-view.ts'
import { POLL_MS } from '../shared/use-battle.ts'
import styles from './showdown.module.css'

export function ShowdownBar({ battle, children }: { battle: BattleDetail; children?: ReactNode }) {
  const { status, viewerCount } = battle
  return (
    <div className={styles.bar}>
      <Link href={paths.battles} className={styles.back}>
        <ArrowLeft size={20} strokeWidth={1.75} aria-hidden="true" />
        <span>Back to Battles</span>
      </Link>
      <div className={styles.state}>
        {children}
        {useLiveStatus() === 'down' && (
          <span className={styles.down}>Live updates are offline. Checking every {POLL_MS / 1_000} s.</span>
        )}
        <span className={isStarted(battle.status) ? 'uppercase' : ''}>
          <StatusBadge status={shownStatus(status)} />
        </span>
        {status !== 'completed' && (
          <span className={styles.watching}>
            <Eye size={18} strokeWidth={1.75} aria-hidden="true" />
            <span>
              <b className="num">{formatWhole(viewerCount)}</b> watching
            </span>
          </span>
        )}
      </div>
    </div>
  )
}
