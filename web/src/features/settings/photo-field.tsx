import { AuraRing } from '#aura/aura-ring.tsx'
import type { User } from '#features/auth/public'

/** The picture of this person: their ring, with the first letter of their name. */
export function PhotoField({ user }: { user: User }) {
  return <AuraRing id={user.id} days={user.currentStreak} name={user.username} size={112} />
}
