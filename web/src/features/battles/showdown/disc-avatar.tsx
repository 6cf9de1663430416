import { Avatar } from '#aura/avatar.tsx'
import type { Side } from '../shared/battle-view.ts'
import styles from './showdown.module.css'

const DISC_PX = 116

export const DiscFace = ({ side }: { side: Pick<Side, 'person' | 'name'> }) => (
  <Avatar name={side.name} image={side.person.profileImageUrl} size={DISC_PX} className={styles.image ?? ''} />
)
