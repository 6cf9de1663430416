import { levelOfStreak } from '@aura/api/levels'
import { formatWhole } from '@aura/api/money'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { AuraCanvas } from '#aura/canvas/aura-canvas.tsx'
import type { RingLayout } from '#aura/canvas/ring-picture.ts'
import { hasPassedTrial, keepPassedTrial } from '#features/trial'
import { errorCode } from '#lib/api-error'
import { read } from '#lib/query-client'
import { toastFailure } from '#lib/toast-failure'
import { useWrite } from '#lib/use-write'
import { paths } from '#paths'
import { Button } from '#ui/forms/button'
import type { StepProps } from './name-step.tsx'
import styles from './welcome.module.css'
import { ringWords } from './welcome.rules.ts'
import { WithWallet } from './with-wallet.tsx'

const layout: RingLayout = (width, height) => ({ cx: width / 2, cy: height / 2, r: Math.min(width, height) * 0.38 })

export function RingStep({ user, heading, finishing, onSkip, onStart }: StepProps & { onStart: (to: string) => void }) {
  const days = user.currentStreak
  const { title, text } = ringWords(days)
  return (
    <div className={styles.step}>
      <div className={styles.face}>
        <div className={styles.ring}>
          <AuraCanvas id={user.id} days={days} auraPoints={user.auraPoints} layout={layout} />
          <div className={styles.day} aria-hidden="true">
            <span>Day</span>
            <span className="num">{days}</span>
            <span>{days === 0 ? 'Unlit' : levelOfStreak(days).name}</span>
          </div>
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
        <Start isFirst={days === 0} finishing={finishing} onSkip={onSkip} onStart={onStart} />
      </div>
    </div>
  )
}

interface StartProps extends Pick<StepProps, 'finishing' | 'onSkip'> {
  isFirst: boolean
  onStart: (to: string) => void
}

function Start({ isFirst, finishing, onSkip, onStart }: StartProps) {
  const { data: lessons } = useQuery(read('GET /api/lessons/daily'))
  const next = lessons?.find(({ completed }) => !completed)
  // A claim, here or in another tab, must not change the button before the welcome ends.
  const [isPassed] = useState(hasPassedTrial)
  const to = isPassed ? paths.home : paths.homeWithLesson
  const claim = useClaim(() => onStart(to))
  const start = () => (hasPassedTrial() ? claim.mutate() : onStart(to))
  return (
    <>
      <p className={styles.next}>
        {isPassed && 'You answered lesson 1 before you joined. It only needs to be claimed.'}
        {!isPassed && next && (
          <>
            <b>{next.title}</b>
            <span>
              {next.estimatedReadTime} min read, +{next.auraReward} AP
            </span>
          </>
        )}
      </p>
      <div className={styles.actions}>
        <Button size={56} busy={(claim.isPending || finishing === to) && 'Starting...'} onClick={start}>
          {isPassed ? 'Claim lesson 1' : isFirst ? 'Start lesson 1' : 'Start the next lesson'}
        </Button>
        <Button kind="ghost" size={56} onClick={onSkip}>
          Skip
        </Button>
      </div>
    </>
  )
}

const FAILED = { title: 'Lesson 1 isn’t claimed yet', description: 'Please try again.' }

/** Claims the lesson passed before joining. The welcome ends once that worked. */
function useClaim(onClaimed: () => void) {
  const client = useQueryClient()
  return useWrite<void>({
    send: (_, idempotencyKey) => keepPassedTrial(client, { idempotencyKey, onKept: onClaimed }),
    onError: (error) => {
      if (errorCode(error) === 'QUIZ_NOT_PASSED') return onClaimed()
      return toastFailure(error, FAILED)
    },
  })
}
