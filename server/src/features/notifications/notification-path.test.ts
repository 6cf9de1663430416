import { NotificationType } from '@aura/api/calls/notifications'
import { expect, it } from 'vitest'
import { features } from '../../features.ts'
import { notificationPath } from './notification-path.ts'

it.each([
  ['battle_challenge', 'b1', '/battles/b1'],
  // This is a reminder, which can't be muted.
  ['other', 'b1', '/battles/b1'],
  // This is an admin's notice about a text on a user's page.
  ['other', 'user/u1', '/user/u1'],
  ['vouch_received', 'u1', '/user/u1'],
  ['steeze_update', '17', '/receipts/17'],
  ['steeze_update', null, '/steeze-stack'],
  ['other', null, '/'],
  ['security', null, '/settings'],
] as const)('one of type %s about %s leads to %s', (type, relatedId, path) => {
  expect(notificationPath(features)(type, relatedId)).toBe(path)
})

it('each type belongs to exactly one feature', () => {
  const declared = features.flatMap(({ notifications = {} }) => Object.keys(notifications))
  expect(declared.sort()).toEqual([...NotificationType.options].sort())
})
