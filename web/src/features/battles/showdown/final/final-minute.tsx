import { type CSSProperties, useEffect, useRef, useState } from 'react'
import styles from './final-minute.module.css'
import { callAt, FINAL_MS, finalStage, firstCallAt, secondsLeft } from './final-minute.ts'
import { useTimeLeft } from './use-time-left.ts'

/** Time the text about a later end is shown; `ExtensionNote` announces it. */
const EXTRA_SHOWS_MS = 4_000

interface FinalMinuteProps {
  endsAt: string
  isFresh: boolean
  isPlaying: boolean
}

/** The last minute takes over the page; other style sheets see `data-final` of the document. */
export function FinalMinute({ endsAt, isFresh, isPlaying }: FinalMinuteProps) {
  const leftMs = useTimeLeft(endsAt)
  const stage = finalStage(leftMs)
  const isExtra = useExtraTime(endsAt, isFresh)
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
      {isExtra && (
        <p className={styles.extra} data-extra aria-hidden="true">
          Extra time
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

function useExtraTime(endsAt: string, isFresh: boolean): boolean {
  const known = useRef<string>(null)
  const [isExtra, setIsExtra] = useState(false)
  useEffect(() => {
    if (!isFresh) return
    const hasMoved = known.current !== null && Date.parse(endsAt) > Date.parse(known.current)
    known.current = endsAt
    if (!hasMoved) return
    setIsExtra(true)
    const timer = setTimeout(() => setIsExtra(false), EXTRA_SHOWS_MS)
    return () => clearTimeout(timer)
  }, [endsAt, isFresh])
  return isExtra
}
