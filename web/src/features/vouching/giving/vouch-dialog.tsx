import { levelOfStreak } from '@aura/api/levels'
import { useEffect } from 'react'
import { AuraRing } from '#aura/aura-ring.tsx'
import { usePreloadedCelebration } from '#features/celebration'
import type { ErrorText } from '#lib/error-text'
import type { Confirmation } from '#payments/use-confirmations.ts'
import { Dialog, DialogClose, DialogTitle } from '#ui/overlay/dialog'
import styles from '../vouch.module.css'
import type { VouchedPair, VouchTarget } from '../vouch-target.ts'
import { VouchForm } from './vouch-form.tsx'

interface VouchDialogProps {
  open: boolean
  onClose: () => void
  target: VouchTarget
  pair: VouchedPair
  confirming: Confirmation | undefined
  failed: ErrorText | null
  onTrying: (is: boolean) => void
}

export default function VouchDialog({ open, onClose, ...form }: VouchDialogProps) {
  const { id, name, currentStreak, profileImageUrl } = form.target
  usePreloadedCelebration()
  useEffect(() => {
    if (!open) return
    document.documentElement.dataset.lit = 'profile'
    return () => {
      delete document.documentElement.dataset.lit
    }
  }, [open])
  return (
    <Dialog open={open} onClose={onClose} phone="sheet" place="docked" className={styles.dialog ?? ''}>
      <div className={styles.in} data-aura={levelOfStreak(currentStreak).key}>
        <header className={styles.head}>
          <AuraRing id={id} days={currentStreak} name={name} size={56} image={profileImageUrl} />
          <DialogTitle className={styles.title}>Vouch for {name}</DialogTitle>
          <DialogClose className="-mr-3 ml-auto" />
        </header>
        <VouchForm {...form} />
      </div>
    </Dialog>
  )
}
