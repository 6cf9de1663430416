import { levelOfStreak } from '@aura/api/levels'
import { type ReactNode, Suspense, useState } from 'react'
import { AuraCanvas } from '#aura/canvas/aura-canvas.tsx'
import type { RingLayout } from '#aura/canvas/ring-picture.ts'
import { RingDay } from '#aura/ring-day.tsx'
import { JoinWithProviders } from '#features/providers'
import { safeNext } from '#paths'
import { Notice } from '#ui/feedback/notice'
import { Skeleton } from '#ui/feedback/skeleton'
import { lazyPart } from '#ui/layout/lazy-part'
import { Dialog, DialogClose, DialogTitle } from '#ui/overlay/dialog'
import { ChooseWallet } from './choose-wallet.tsx'
import styles from './join.module.css'
import { forgetMember, knownMember, type Member } from './member.ts'
import { ContinueWithPasskey } from './passkeys/continue-with-passkey.tsx'
import { UnlitDial } from './unlit-dial.tsx'

const PasskeyPane = lazyPart(() => import('./passkeys/passkey-pane.tsx'))

interface JoinDialogProps {
  open: boolean
  onClose: () => void
  /** The ring of a visitor who has lit its first line. */
  waiting: ReactNode
}

/** Greets whoever was signed in last in this browser by name, and everyone else as a stranger. */
export default function JoinDialog({ open, onClose, waiting }: JoinDialogProps) {
  const [member, setMember] = useState(knownMember)
  const [isByPasskey, setByPasskey] = useState(false)
  const forget = () => {
    forgetMember()
    setMember(null)
  }
  const dial = member ? <MemberDial member={member} /> : (waiting ?? <UnlitDial />)
  return (
    <Dialog open={open} onClose={onClose} phone="sheet" className={styles.dialog ?? ''}>
      <div className={styles.halves}>
        <div className={member || waiting ? styles.own : 'hidden md:grid'}>
          <Suspense>{dial}</Suspense>
        </div>
        <div className="px-5 pt-6 pb-6 md:px-9 md:pt-8 md:pb-9">
          <header className="-mr-3 flex items-start justify-between">
            <DialogTitle className={`${styles.title} ${member ? styles.back : ''}`}>
              {member ? (
                `Welcome back, ${member.username}`
              ) : (
                <>
                  Join <span className="font-stretch-150%">Aura</span>
                </>
              )}
            </DialogTitle>
            <DialogClose />
          </header>
          <p className="mt-2.5 mb-5 max-w-100 text-balance text-ink-2">
            {textFor(member, waiting !== null)}
            {member && (
              <>
                {' '}
                <button type="button" className="text-link" onClick={forget}>
                  Not you?
                </button>
              </>
            )}
          </p>
          {!navigator.cookieEnabled && (
            <Notice tone="warn" title="Cookies are blocked">
              Without them your browser can’t stay signed in. Allow cookies for this site, then reload the page.
            </Notice>
          )}
          {isByPasskey ? (
            <Suspense fallback={<Skeleton className="h-56" />}>
              <PasskeyPane onBack={() => setByPasskey(false)} />
            </Suspense>
          ) : (
            <>
              <ContinueWithPasskey onPress={() => setByPasskey(true)} />
              <JoinWithProviders next={safeNext(new URLSearchParams(location.search).get('next'), location.origin)} />
              <ChooseWallet />
            </>
          )}
        </div>
      </div>
    </Dialog>
  )
}

/** A member's streak may have ended since, and they may have claimed the visitors' lesson, so neither is promised. */
function textFor(member: Member | null, isWaiting: boolean): string {
  if (!member) {
    return isWaiting
      ? 'Line 1 is lit. Join, and it is yours: the first day of your streak and its points.'
      : 'Everyone starts at day 0. Your first lesson lights the first line.'
  }
  const ring = member.days > 0 ? 'Your ring, as you left it.' : 'Your ring is waiting for its next line.'
  return isWaiting ? `${ring} The lesson you just answered counts, unless you claimed it before.` : ring
}

const layout: RingLayout = (width, height) => ({ cx: width / 2, cy: height / 2, r: Math.min(width, height) * 0.31 })

const MemberDial = ({ member: { id, days, auraPoints } }: { member: Member }) => (
  <div className={styles.ring} data-aura={days > 0 ? levelOfStreak(days).key : 'none'}>
    <AuraCanvas id={id} days={days} auraPoints={auraPoints} layout={layout} />
    <RingDay days={days} className={styles.day} />
  </div>
)
