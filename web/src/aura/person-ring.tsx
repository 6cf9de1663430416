import { AuraRing } from './aura-ring.tsx'

interface RingPerson {
  id: string
  username: string
  currentStreak: number
  profileImageUrl: string | null
}

export const PersonRing = ({ person, size }: { person: RingPerson; size: number }) => (
  <AuraRing
    id={person.id}
    days={person.currentStreak}
    name={person.username}
    size={size}
    image={person.profileImageUrl}
  />
)
