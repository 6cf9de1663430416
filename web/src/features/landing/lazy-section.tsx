import { type ReactNode, Suspense, useRef } from 'react'
import { useNearView } from '#lib/use-near-view'
import styles from './lazy-section.module.css'

interface LazySectionProps {
  /** Also the anchor. */
  id: string
  title: string
  lead: string
  /** Room for the content before it is loaded, so that nothing moves. */
  room: keyof typeof ROOMS
  children: ReactNode
}

const ROOMS = {
  lesson: styles.lesson,
  pictures: styles.pictures,
  ring: styles.ring,
  battle: styles.battle,
  reserves: styles.reserves,
}

/** Below the fold: code and data of its content load when scrolled near. */
export function LazySection({ id, title, lead, room, children }: LazySectionProps) {
  const body = useRef<HTMLDivElement>(null)
  const near = useNearView(body)
  return (
    <section id={id} className={`page ${styles.section}`} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="h1">
        {title}
      </h2>
      <p className={styles.lead}>{lead}</p>
      <div ref={body} className={`${styles.body} ${ROOMS[room]}`}>
        {near && <Suspense>{children}</Suspense>}
      </div>
    </section>
  )
}
