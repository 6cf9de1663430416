import { focusScreen } from '../focus/focus-screen.ts'
import styles from './skip-link.module.css'

/** The first tab stop, which skips the bar. Visible only while focused. */
export const SkipLink = () => (
  <button type="button" className={styles.link} onClick={focusScreen}>
    Skip to content
  </button>
)
