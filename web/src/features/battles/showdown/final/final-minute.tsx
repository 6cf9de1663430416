import { type CSSProperties, useEffect, useRef, useState } from 'react'
import styles from './final-minute.module.css'
import { addedTime, callAt, FINAL_MS, finalStage, firstCallAt, secondsLeft } from './final-minute.ts'
import { useTimeLeft } from './use-time-left.ts'

/** The words about a later end stay for this long. */
const ADDED_SHOWS_MS = 4_000

interface FinalMinuteProps {
  endsAt: string
  /** Effects may be paused: then nothing moves. */
  isPlaying: boolean
}

/** The last minute takes over the page; the stylesheets of others see `data-final` of the document. */
export function FinalMinute({ endsAt, isPlaying }: FinalMinuteProps) {
  const leftMs = useTimeLeft(endsAt)
  const stage = finalStage(leftMs)
  const added = useAddedTime(endsAt)
  useEffect(() => {
    if (stage === 'none') return
    const { dataset } = document.documentElement
    dataset.final = isPlaying ? stage : 'still'
    return () => void delete dataset.final
  }, [stage, isPlaying])
  const seconds = secondsLeft(leftMs)
  return (
    <>
      <p className="sr-only" aria-live="assertive">
        {useCall(leftMs)}
      </p>
      {added && (
        <p role="status" className={styles.added}>
          {added}
        </p>
      )}
      {stage !== 'none' && (
        <div aria-hidden="true" data-moving={isPlaying || undefined} data-stage={stage}>
          <p className={`num ${styles.giant}`}>
            <span key={stage === 'count' ? seconds : 'minute'}>{seconds}</span>
          </p>
          <span className={styles.edge} />
          <span className={styles.fuse} style={{ '--left': Math.min(1, leftMs / FINAL_MS) } as CSSProperties} />
        </div>
      )}
    </>
  )
}

function useCall(leftMs: number): string {
  const [first] = useState(() => ({ call: callAt(leftMs), text: firstCallAt(leftMs) }))
  const hasChanged = useRef(false)
  const call = callAt(leftMs)
  if (call !== first.call) hasChanged.current = true
  return hasChanged.current ? call : first.text
}

function useAddedTime(endsAt: string): string | null {
  const known = useRef(endsAt)
  const [added, setAdded] = useState<string | null>(null)
  useEffect(() => {
    const text = addedTime(Date.parse(known.current), Date.parse(endsAt))
    known.current = endsAt
    if (text === null) return
    setAdded(text)
    const timer = setTimeout(() => setAdded(null), ADDED_SHOWS_MS)
    return () => clearTimeout(timer)
  }, [endsAt])
  return added
}
