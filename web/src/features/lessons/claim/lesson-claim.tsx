import type { Lesson } from '@aura/api/calls/lessons/lesson'
import { Check } from 'lucide-react'
import { type Ref, Suspense, useState } from 'react'
import { useCurrentUser } from '#features/auth'
import { useStreakCalendar } from '#features/streak'
import { errorText } from '#lib/error-text'
import { Notice } from '#ui/feedback/notice'
import { Button } from '#ui/forms/button'
import { lazyPart } from '#ui/layout/lazy-part'
import { DialogClose, DialogTitle } from '#ui/overlay/dialog'
import { errorTexts } from '../error-texts.ts'
import styles from '../lesson-dialog.module.css'
import { type LessonProgress, responseText, streakAfterClaim } from '../lesson-progress.ts'
import { claimText } from '../reading/lesson-reading.tsx'
import type { useLessonActions } from '../use-lesson-actions.ts'
import { ClaimRing } from './claim-ring.tsx'
import { earnedText } from './earned-text.ts'
import { nextLessonText } from './next-lesson.ts'

const DayEnd = lazyPart(() => import('./day-end.tsx'))

interface LessonClaimProps {
  lesson: Lesson
  progress: LessonProgress
  claim: ReturnType<typeof useLessonActions>['claim']
  /** The next lesson that can be claimed today, if there is one. */
  next: Lesson | undefined
  onNext: (lesson: Lesson) => void
  onClose: () => void
  headingRef: Ref<HTMLHeadingElement>
}

export function LessonClaim(props: LessonClaimProps) {
  const { lesson, progress, claim, next, onNext, onClose, headingRef } = props
  const user = useCurrentUser()
  const calendar = useStreakCalendar()
  // A snapshot: the refetch after the claim must not animate the picture again.
  const [before] = useState(user)
  const { passed, earned } = progress
  const nextStreak = earned?.newStreak ?? (calendar && streakAfterClaim(calendar))
  const streak = nextStreak ?? before.currentStreak
  const isDayOver = earned !== null && !next
  const paid = earned?.alreadyPaid ? 0 : (earned?.auraEarned ?? lesson.auraReward)
  return (
    <div className={styles.split}>
      <ClaimRing
        id={before.id}
        auraPoints={before.auraPoints}
        streak={before.currentStreak}
        nextStreak={streak}
        claimed={earned !== null}
      />
      <div className={styles.outcome}>
        <DialogClose className={styles.close ?? ''} />
        <span className={styles.state}>
          <Check size={20} strokeWidth={2.25} aria-hidden="true" />
          {earned ? 'Completed' : passed ? 'Correct' : 'Read'}
        </span>
        <DialogTitle ref={headingRef} tabIndex={-1} className={styles.asked ?? ''}>
          {isDayOver ? 'Today is done' : (!earned && passed?.given?.question.text) || lesson.title}
        </DialogTitle>
        {!earned && passed && <GivenAnswer passed={passed} />}
        {earned && (
          <p className={styles.why}>
            {earnedText(earned, { before: before.auraPoints, isNewDay: streak > before.currentStreak })}
          </p>
        )}
        {claim.error && !earned && (
          <div className="mt-4">
            <Notice tone="danger" title={errorText(claim.error, errorTexts.completeLesson).title}>
              {errorText(claim.error, errorTexts.completeLesson).description}
            </Notice>
          </div>
        )}
        <div className={styles.pay}>
          <span className={`num ${styles.amount}`}>
            +{paid}
            <small className={styles.unit}>AP</small>
          </span>
          <p className={styles.payNote}>
            {!earned && lesson.title}
            {nextStreak !== undefined && <b className={styles.payDay}>Day {nextStreak} of your streak</b>}
          </p>
        </div>
        {isDayOver && (
          <Suspense>
            <DayEnd />
          </Suspense>
        )}
        {earned ? (
          <Button className={styles.outcomeAction ?? ''} size={56} onClick={next ? () => onNext(next) : onClose}>
            {next ? nextLessonText(next) : 'Done'}
          </Button>
        ) : (
          <Button
            className={styles.outcomeAction ?? ''}
            size={56}
            busy={claim.isPending && 'Claiming...'}
            onClick={() => claim.mutate(lesson.id)}
          >
            {claimText(lesson)}
          </Button>
        )}
      </div>
    </div>
  )
}

function GivenAnswer({ passed: { given } }: { passed: NonNullable<LessonProgress['passed']> }) {
  if (!given) return <p className={styles.why}>You passed the knowledge check earlier.</p>
  return (
    <>
      <p className={styles.given}>
        <Check size={20} aria-hidden="true" />
        {responseText(given.question, given.response)}
      </p>
      {given.explanation && <p className={styles.why}>{given.explanation}</p>}
    </>
  )
}
