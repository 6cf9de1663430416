import type { Answer } from '@aura/api/calls'
import { formatWhole } from '@aura/api/money'
import type { UseQueryResult } from '@tanstack/react-query'
import { errorText } from '#lib/error-text'
import { PartFailed } from '#ui/feedback/load-failed'
import styles from './gift-sheet.module.css'

export function GiftBalance({ read }: { read: UseQueryResult<Answer<'GET /api/steeze/balance'>> }) {
  const { data: steeze, error, isFetching, refetch } = read
  if (error && !steeze) {
    return <PartFailed text={errorText(error).description} isBusy={isFetching} onRetry={() => void refetch()} />
  }
  return (
    <p className={styles.balance}>
      <span>Steeze balance</span>
      <span>
        <b className="num">{steeze ? formatWhole(steeze.purchasedSteeze + steeze.battleEarnedSteeze) : '–'}</b>
        <span className="sr-only"> Steeze, </span>
        {steeze && `${formatWhole(steeze.purchasedSteeze)} purchased, ${formatWhole(steeze.battleEarnedSteeze)} earned`}
      </span>
    </p>
  )
}
