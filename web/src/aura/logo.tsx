import { LOGO_RAYS } from '@aura/drawing/logo-rays'
import styles from './logo.module.css'

export function Logo({ size = 26 }: { size?: number }) {
  return (
    <span className={styles.logo}>
      <svg
        className="text-aura"
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeLinecap="round"
        aria-hidden="true"
      >
        <circle cx="12" cy="12" r="5.6" strokeWidth="1.9" />
        <path d={LOGO_RAYS} strokeWidth="1.35" />
      </svg>
      <span>Aura</span>
    </span>
  )
}
