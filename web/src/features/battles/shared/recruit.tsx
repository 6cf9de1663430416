import { isOpen } from '@aura/api/battle-statuses'
import { QrCode, Share2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/forms/button'
import { shareAddress } from '#ui/forms/share-buttons'
import { lateDialog } from '#ui/overlay/late-dialog'
import { type Battle, battleTitle, takesPart } from './battle-view.ts'
import styles from './recruit.module.css'
import { invitationOf } from './share-battle.ts'
import { TimeLeft } from './time-left.tsx'

const RecruitDialog = lateDialog(() => import('./recruit-dialog.tsx'))

interface RecruitProps {
  battle: Battle
  viewerId: string
  size?: 40 | 48
  /** For places where the time until start or end doesn't stand already. */
  showsTimeLeft?: boolean
}

/** Lets a participant of an accepted or live battle bring people to it. Renders nothing for others. */
export function Recruit({ battle, viewerId, size = 48, showsTimeLeft = false }: RecruitProps) {
  const [isShown, setShown] = useState(false)
  if (!takesPart(battle, viewerId) || !isOpen(battle.status)) return null
  return (
    <div className={styles.recruit}>
      <Button
        kind={size === 48 ? 'primary' : 'secondary'}
        size={size}
        aria-label={`Share: ${battleTitle(battle)}`}
        onClick={() => void shareAddress(invitationOf(battle, viewerId))}
      >
        {size === 48 && <Share2 size={18} strokeWidth={1.75} aria-hidden="true" />}
        Share
      </Button>
      <Button
        kind="secondary"
        size={size}
        aria-haspopup="dialog"
        aria-label={`QR code: ${battleTitle(battle)}`}
        onClick={() => setShown(true)}
      >
        {size === 48 && <QrCode size={18} strokeWidth={1.75} aria-hidden="true" />}
        QR code
      </Button>
      {showsTimeLeft && <TimeLeft battle={battle} />}
      <RecruitDialog open={isShown} battle={battle} viewerId={viewerId} onClose={() => setShown(false)} />
    </div>
  )
}
