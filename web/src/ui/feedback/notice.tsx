import { CircleCheck, CircleX, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode, Ref } from 'react'

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
  /** Below the text, such as a way out. */
  action?: ReactNode
  id?: string
  /** Given so that the focus can be moved here. */
  ref?: Ref<HTMLDivElement>
}

/** Something that stands in the way, said where it stands. */
export function Notice({ tone, title, children, action, id, ref }: NoticeProps) {
  const { box, icon, Icon } = TONES[tone]
  return (
    <div
      id={id}
      ref={ref}
      tabIndex={ref ? -1 : undefined}
      className={`grid grid-cols-[auto_1fr] content-start gap-x-3.5 gap-y-1 rounded-md border px-4.5 pt-4 pb-4.5 ${box}`}
    >
      <Icon className={`mt-0.5 ${icon}`} size={20} strokeWidth={1.75} aria-hidden="true" />
      <p className="font-display leading-[1.4] font-[650] [font-stretch:84%]">{title}</p>
      <div className="col-start-2 grid gap-1 text-[.9375rem] leading-normal text-ink-2 [overflow-wrap:anywhere]">
        {children}
      </div>
      {action && <div className="col-start-2 -mb-2 justify-self-start">{action}</div>}
    </div>
  )
}
