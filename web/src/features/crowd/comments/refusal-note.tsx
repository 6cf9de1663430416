import { API_ERRORS, type ErrorCode } from '@aura/api/errors'
import styles from './lane.module.css'

export default function RefusalNote({ code }: { code: string }) {
  return (
    <p className={styles.note} role="status">
      {API_ERRORS[code as ErrorCode].message}
    </p>
  )
}
