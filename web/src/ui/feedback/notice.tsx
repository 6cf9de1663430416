import { CircleCheck, CircleX, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import styles from './notice.module.css'

const TONES = {
  danger: { box: 'border-danger', icon: 'text-danger', Icon: CircleX },
  warn: { box: 'border-warn', icon: 'text-warn', Icon: TriangleAlert },
  ok: { box: 'border-ok', icon: 'text-ok', Icon: CircleCheck },
  info: { box: 'border-line-2', icon: 'text-ink-2', Icon: Info },
} as const

interface NoticeProps {
  tone: keyof typeof TONES
  title: string
  children: ReactNode
  action?: ReactNode
  id?: string
  ref?: Ref<HTMLDivElement>
}

export function Notice({ tone, title, children, action, id, ref }: NoticeProps) {
  const { box, icon, Icon } = TONES[tone]
  return (
    <div id={id} ref={ref} tabIndex={ref ? -1 : undefined} className={`${styles.notice} ${box}`}>
      <Icon className={`mt-0.5 ${icon}`} size={20} strokeWidth={1.75} aria-hidden="true" />
      <p className={styles.title}>{title}</p>
      <div className={styles.text}>{children}</div>
      {action && <div className="col-start-2 -mb-2 justify-self-start">{action}</div>}
    </div>
  )
}
