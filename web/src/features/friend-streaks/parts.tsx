import { FRIEND_STREAK_RULES } from '@aura/api/rules/friend-streaks'
import type { Parts } from '#lib/parts'

const parts: Parts = {
  notifications: {
    friend_streak: { label: 'Streaks with friends', note: 'Someone asks you to keep one, or it starts.' },
  },
  guide: (
    <>
      <h2>Keep a streak together</h2>
      <p>
        Once you follow each other, choose Keep a streak on a friend’s profile. When they accept, each day that both of
        you learn counts, each by your own clock. A rest day of either holds the streak, a missed day starts it again.
        You can keep {FRIEND_STREAK_RULES.kept}. Either of you can end one at any time; it also ends when one of you
        unfollows or blocks the other.
      </p>
    </>
  ),
}
export default parts
