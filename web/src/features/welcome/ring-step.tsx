import { formatWhole } from '@aura/api/money'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { AuraCanvas } from '#aura/canvas/aura-canvas.tsx'
import type { RingLayout } from '#aura/canvas/ring-picture.ts'
import { RingDay } from '#aura/ring-day.tsx'
import { WaitingTrial } from '#features/trial'
import { read } from '#lib/query-client'
import { paths } from '#paths'
import { Button } from '#ui/forms/button'
import type { StepProps } from './name-step.tsx'
import styles from './welcome.module.css'
import { ringWords } from './welcome.rules.ts'
import { WithWallet } from './with-wallet.tsx'

const layout: RingLayout = (width, height) => ({ cx: width / 2, cy: height / 2, r: Math.min(width, height) * 0.38 })

export function RingStep(props: StepProps & { onStart: (to: string) => void }) {
  const { user, heading, isWaiting } = props
  const days = user.currentStreak
  const { title, text } = ringWords(days)
  return (
    <div className={styles.step}>
      <div className={styles.face}>
        <div className={styles.ring}>
          {isWaiting ? (
            <Suspense>
              <WaitingTrial id={user.id} />
            </Suspense>
          ) : (
            <>
              <AuraCanvas id={user.id} days={days} auraPoints={user.auraPoints} layout={layout} />
              <RingDay days={days} className={styles.day} />
            </>
          )}
        </div>
      </div>
      <div className={styles.words}>
        <h1 ref={heading} tabIndex={-1} className="h1">
          {title}
        </h1>
        <p className={styles.text}>{text}</p>
        {user.walletBonusAp > 0 && (
          <p className={styles.bonus}>
            <b className="num">+{formatWhole(user.walletBonusAp)}</b> Aura Points (AP) for your wallet, paid once.
          </p>
        )}
        {user.walletAddress === null && (
          <Suspense>
            <WithWallet isBonusPaid={user.walletBonusAp > 0} />
          </Suspense>
        )}
        <Start {...props} isFirst={days === 0} />
      </div>
    </div>
  )
}

interface StartProps extends Pick<StepProps, 'isWaiting' | 'finishing' | 'onSkip'> {
  isFirst: boolean
  onStart: (to: string) => void
}

function Start({ isFirst, isWaiting, finishing, onSkip, onStart }: StartProps) {
  const { data: lessons } = useQuery(read('GET /api/lessons/daily'))
  const next = lessons?.find(({ completed }) => !completed)
  const to = isWaiting ? paths.home : paths.homeWithLesson
  return (
    <>
      <p className={styles.next}>
        {isWaiting && 'You answered lesson 1 before you joined. Its points are added as you go on.'}
        {!isWaiting && next && (
          <>
            <b>{next.title}</b>
            <span>
              {next.estimatedReadTime} min read, +{next.auraReward} AP
            </span>
          </>
        )}
      </p>
      <div className={styles.actions}>
        <Button size={56} busy={finishing === to && 'Starting...'} onClick={() => onStart(to)}>
          {isWaiting ? 'Go to your dashboard' : isFirst ? 'Start lesson 1' : 'Start the next lesson'}
        </Button>
        <Button kind="ghost" size={56} onClick={onSkip}>
          Skip
        </Button>
      </div>
    </>
  )
}
