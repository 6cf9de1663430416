import { Avatar } from '#aura/avatar.tsx'
import type { Side } from '../shared/battle-view.ts'
import styles from './showdown.module.css'

/** What the disc has room for on a phone; the style sheet says how large it is. */
const DISC_PX = 116

/** What is in the disc of a side on its battle's page: their image or initial. */
export const DiscFace = ({ side }: { side: Side }) => (
  <Avatar image={side.person.profileImageUrl} size={DISC_PX} className={styles.image ?? ''}>
    {side.name[0]}
  </Avatar>
)
