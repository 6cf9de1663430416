import type { Notification } from '@aura/api/calls/notifications'
import { expect, it } from 'vitest'
import { markupOf, wordsOf } from '../../dev/markup.tsx'
import { NotificationRow } from './notification-row.tsx'

const AT = '2026-03-02T12:00:00.000Z'

function shown(type: string): string {
  const notification = {
    id: 'n1',
    type,
    title: 'Something new',
    message: 'It is about something else.',
    isRead: false,
    createdAt: AT,
    relatedId: 'b1',
    path: '/battles/b1',
    fromStranger: false,
    actor: null,
  } as Notification
  const given = { notification, newestId: 'n1', now: new Date(AT), onRead: () => {}, onLeave: () => {} }
  const page = markupOf(<NotificationRow {...given} />)
  expect(page).toContain('<svg')
  expect(page).toContain('<a href="/battles/b1"')
  return wordsOf(page)
}

it.each(['other', 'security', 'battle_update', 'steeze_update', 'of_tomorrow'])(
  'shows one of the type %s, which leads on, with nothing to answer [notifications.other-type]',
  (type) => {
    expect(shown(type)).toMatch(/Something new\s+, unread\s+It is about something else\./)
    expect(shown(type)).not.toMatch(/Accept|Reject/)
  },
)
