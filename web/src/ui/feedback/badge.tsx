import type { ReactNode } from 'react'
import styles from './badge.module.css'

const TONES = {
  neutral: 'border-line-2 text-ink-2',
  strong: 'border-line-2 text-ink',
  ink: 'border-ink text-ink',
  ok: 'border-ok text-ok',
  warn: 'border-warn text-warn',
  danger: 'border-danger text-danger',
} as const

export type BadgeTone = keyof typeof TONES

/** Icons ensure that the meaning doesn't depend on colour. */
export function Badge({ tone = 'neutral', children }: { tone?: BadgeTone; children: ReactNode }) {
  return <span className={`${styles.badge} ${TONES[tone]}`}>{children}</span>
}
