import type { MonthOfChanges } from '@aura/api/calls/lessons/changes'
import { calendarFormat } from '#lib/time/times'

const monthText = calendarFormat({ month: 'long', year: 'numeric' })

export const changesTitle = ({ month }: Pick<MonthOfChanges, 'month'>): string =>
  `What changed in ${monthText(`${month}-01`)}`

/** Says how many facts changed, and in how many lessons that the reader has claimed. */
export function changesNote({ changes }: Pick<MonthOfChanges, 'changes'>): string {
  const mine = new Set(changes.flatMap(({ lessonId, isClaimed }) => (isClaimed ? [lessonId] : []))).size
  const facts =
    changes.length === 1 ? 'One fact in the lessons changed' : `${changes.length} facts in the lessons changed`
  if (mine === 0) return `${facts}.`
  return mine === 1 ? `${facts}, one lesson of yours among them.` : `${facts}, ${mine} lessons of yours among them.`
}
