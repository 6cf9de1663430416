import type { CSSProperties, ReactNode } from 'react'
import styles from './tick-loader.module.css'

const TICKS = 30

export function TickLoader({ text }: { text: string }) {
  return (
    <main className={styles.screen}>
      <TickRing>
        <h1 className={styles.text}>{text}</h1>
      </TickRing>
    </main>
  )
}

export function TickRing({ children }: { children: ReactNode }) {
  return (
    <div className={styles.ring}>
      <svg
        viewBox="0 0 240 240"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        aria-hidden="true"
      >
        <circle cx="120" cy="120" r="84" strokeOpacity="0.35" strokeWidth="1.5" />
        {Array.from({ length: TICKS }, (_, i) => (
          <path
            // biome-ignore lint/suspicious/noArrayIndexKey: ticks never move
            key={i}
            className={styles.tick}
            style={{ '--i': i } as CSSProperties}
            d="M120 28V14"
            transform={`rotate(${i * 12} 120 120)`}
          />
        ))}
      </svg>
      <div role="status" className="contents">
        {children}
      </div>
    </div>
  )
}
