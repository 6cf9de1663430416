import { NotificationType } from '@aura/api/calls/notifications'
import { expect, it } from 'vitest'
import { pushedPath } from './push.rules.ts'

it.each([
  ['battle_challenge', 'b1', '/battles/b1'],
  ['battle_accepted', 'b1', '/battles/b1'],
  ['battle_rejected', 'b1', '/battles/b1'],
  ['battle_update', 'b1', '/battles/b1'],
  // A reminder, which comes whatever is turned off.
  ['other', 'b1', '/battles/b1'],
  ['vouch_received', 'u1', '/user/u1'],
  ['steeze_update', '17', '/receipts/17'],
  ['steeze_update', null, '/steeze-stack'],
  ['other', null, '/'],
])('one of type %s about %s leads to %s', (type, relatedId, path) => {
  expect(NotificationType.options).toContain(type)
  expect(pushedPath(type, relatedId)).toBe(path)
})
