import type { FriendStreaks } from '@aura/api/calls/friend-streaks'

type Kept = FriendStreaks['kept'][number]

export const daysText = (days: number): string => (days === 1 ? '1 day together' : `${days} days together`)

export function todayText({ person: { username }, isMyDayLit, isTheirDayLit }: Kept): string {
  if (isMyDayLit && isTheirDayLit) return 'You have both learned today.'
  if (isMyDayLit) return `You learned today. ${username} hasn’t yet.`
  return isTheirDayLit ? `${username} learned today. You haven’t yet.` : 'Neither of you has learned today yet.'
}
