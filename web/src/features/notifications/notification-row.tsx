import type { Notification } from '@aura/api/calls/notifications'
import { Bell, type LucideIcon, ShieldAlert } from 'lucide-react'
import { Suspense } from 'react'
import { Link } from 'wouter'
import { PersonRing } from '#aura/person-ring.tsx'
import { useFeatures } from '#lib/features-context'
import { useTimes } from '#lib/time/times'
import { ageText } from './age-text.ts'
import { ChallengeActions } from './challenge-actions.tsx'
import styles from './notification-row.module.css'
import { TurnOff } from './turn-off.tsx'

declare module '#lib/feature' {
  interface Feature {
    readonly notificationIcons?: Readonly<Partial<Record<Notification['type'], LucideIcon>>>
  }
}

interface NotificationRowProps {
  notification: Notification
  newestId: string
  now: Date
  onRead: (id: string) => void
  onLeave: () => void
}

export function NotificationRow({ notification, newestId, now, onRead, onLeave }: NotificationRowProps) {
  const { id, type, title, message, isRead, createdAt, relatedId, path, actor } = notification
  const features = useFeatures()
  const Icon =
    features.find(({ notificationIcons }) => notificationIcons?.[type])?.notificationIcons?.[type] ??
    (type === 'security' ? ShieldAlert : Bell)
  const at = new Date(createdAt)
  const times = useTimes()
  return (
    <li className={styles.row}>
      {actor ? (
        <PersonRing person={actor} size={44} />
      ) : (
        <span className={styles.icon} aria-hidden="true">
          <Icon size={20} strokeWidth={1.75} />
        </span>
      )}
      <div className="min-w-0 flex-1">
        <Link
          href={path}
          className={`${styles.link} ${isRead ? 'font-medium text-ink-2' : 'font-strong text-ink'}`}
          onClick={() => {
            if (!isRead) onRead(id)
            onLeave()
          }}
        >
          {title}
          {!isRead && <span className="sr-only">, unread</span>}
        </Link>
        <p className="text-sm leading-snug text-ink-2 wrap-anywhere">
          {message}
          <time
            className="ml-2.5 text-caption whitespace-nowrap text-ink-3"
            dateTime={createdAt}
            title={times.minute(at)}
          >
            {ageText(at, now, times)}
          </time>
        </p>
        <Suspense>
          <TurnOff type={type} />
        </Suspense>
        {type === 'battle_challenge' && relatedId !== null && (
          <ChallengeActions battleId={relatedId} newestId={newestId} onAnswered={() => !isRead && onRead(id)} />
        )}
      </div>
      {!isRead && <span className="absolute top-5 right-4.5 size-1.75 rounded-round bg-aura" aria-hidden="true" />}
    </li>
  )
}
