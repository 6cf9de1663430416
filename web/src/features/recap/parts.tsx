import { RECAP_RULES } from '@aura/api/rules/recap'
import { Link } from 'wouter'
import type { Parts } from '#lib/parts'
import { paths } from '#paths'

const parts: Parts = {
  notifications: { recap: { label: 'Weekly recap', note: 'On Monday, if something happened in your week.' } },
  offInBell: ['recap'],
  faq: (
    <>
      <h2>Why did I get no recap on Monday?</h2>
      <p>
        A recap comes at the hour of your daily reminder, or else at {RECAP_RULES.hour}:00, and only if something
        happened in your week. You can turn it off in Settings, under Notifications.{' '}
        <Link href={paths.recap}>Your week</Link> shows past weeks either way.
      </p>
    </>
  ),
  guide: (
    <>
      <h2>Your week</h2>
      <p>
        On Monday, at the hour of your daily reminder or else at {RECAP_RULES.hour}:00, Aura shows you{' '}
        <Link href={paths.recap}>your week</Link> from Monday to Sunday by your own days: days lit, lessons and reviews,
        finished units, battles and what others gave you. Only you see it. After a week in which nothing happened there
        is no notification.
      </p>
      <p>
        Its best moment is a picture to share. It is the first of these that happened: something for the first time, a
        finished unit, the largest battle you won, the largest gift of USDC, your longest streak so far, the days you
        lit, or a battle you fought. “Make a video” turns the week into a short upright video. Your browser makes it,
        and nothing is uploaded.
      </p>
    </>
  ),
}
export default parts
