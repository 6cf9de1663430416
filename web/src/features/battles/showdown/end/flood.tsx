import { auraShape } from '@aura/drawing/aura-shape'
import { type CSSProperties, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Avatar } from '#aura/avatar.tsx'
import type { Side } from '../../shared/battle-view.ts'
import type { EndWords } from './end-words.ts'
import styles from './flood.module.css'

const FACE_PX = 144

interface FloodProps {
  winner: Side
  stage: RefObject<HTMLElement | null>
  words: EndWords
  score: string
  onSkip: () => void
}

/** The winner's ring floods the page. Decorative: the result below says the same. A press or any key skips it. */
export function Flood({ winner, stage, words, score, onSkip }: FloodProps) {
  const [at, setAt] = useState<{ x: number; y: number } | null>(null)
  useLayoutEffect(() => {
    const disc = stage.current?.querySelector(`[data-disc="${winner.person.id}"]`)?.getBoundingClientRect()
    setAt(
      disc ? { x: disc.x + disc.width / 2, y: disc.y + disc.height / 2 } : { x: innerWidth / 2, y: innerHeight / 2 },
    )
  }, [stage, winner.person.id])
  const skip = useRef(onSkip)
  skip.current = onSkip
  useEffect(() => {
    const stop = () => skip.current()
    addEventListener('keydown', stop)
    addEventListener('pointerdown', stop)
    return () => {
      removeEventListener('keydown', stop)
      removeEventListener('pointerdown', stop)
    }
  }, [])
  if (!at) return null
  const letters = Math.max(...words.title.map((line) => line.length))
  return (
    <div
      className={styles.flood}
      style={{ '--x': `${at.x}px`, '--y': `${at.y}px` } as CSSProperties}
      data-aura={winner.accent}
      data-flood
      aria-hidden="true"
    >
      <span className={styles.ring} />
      <div className={styles.words}>
        <span className={styles.face} style={{ fontStretch: `${auraShape(winner.person.id, 0, 0).letterWidth}%` }}>
          <Avatar
            name={winner.name}
            image={winner.person.profileImageUrl}
            size={FACE_PX}
            className={styles.image ?? ''}
          />
        </span>
        <p className={styles.title} style={{ '--letters': letters } as CSSProperties}>
          <span>{words.title[0]}</span>
          <span>{words.title[1]}</span>
        </p>
        <p className={`num ${styles.score}`}>{score}</p>
        {words.gifter && <p className={styles.gifter}>{words.gifter}</p>}
      </div>
    </div>
  )
}
