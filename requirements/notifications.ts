import type { Requirement } from './requirement.ts'

export const notifications: readonly Requirement[] = [
  { id: 'notifications.call-list', kind: 'call', text: 'GET /api/notifications' },
  { id: 'notifications.call-read', kind: 'call', text: 'POST /api/notifications/:id/read' },
  { id: 'notifications.call-read-all', kind: 'call', text: 'POST /api/notifications/read-all' },
  {
    id: 'notifications.fields',
    kind: 'rule',
    text: 'a notification carries id, type, title, message, isRead, createdAt and relatedId',
  },
  { id: 'notifications.text-title', kind: 'text', text: "'Notifications'" },
  { id: 'notifications.text-hint', kind: 'text', text: "'Click on messages to mark as read'" },
  { id: 'notifications.text-empty', kind: 'text', text: "'No notifications yet'" },
  { id: 'notifications.badge', kind: 'rule', text: 'the bell shows the number of unread ones' },
  { id: 'notifications.const-list-height', kind: 'constant', text: 'the list is 20rem high' },
  { id: 'notifications.state-unread', kind: 'state', text: 'a new notification is unread' },
  { id: 'notifications.state-read', kind: 'state', text: 'a click makes it read' },
  {
    id: 'notifications.read-all-reads',
    kind: 'rule',
    text: "read-all makes every notification of the user read and no one else's",
  },
  { id: 'notifications.own-only', kind: 'rule', text: "nobody lists or reads another user's notifications" },
  { id: 'notifications.live', kind: 'rule', text: 'a new notification shows without a reload' },
  {
    id: 'notifications.const-interval',
    kind: 'constant',
    text: '5 s between refreshes while live updates are down, in the background too',
  },
  {
    id: 'notifications.challenge-type',
    kind: 'rule',
    text: "a challenge notifies the opponent as battle_challenge with the battle's id",
  },
  {
    id: 'notifications.challenge-actions',
    kind: 'rule',
    text: 'a challenge is accepted or rejected from its notification',
  },
  { id: 'notifications.accepted-type', kind: 'rule', text: 'accepting notifies the challenger as battle_accepted' },
  { id: 'notifications.rejected-type', kind: 'rule', text: 'rejecting notifies the challenger as battle_rejected' },
  { id: 'notifications.vouch-type', kind: 'rule', text: 'a vouch notifies the vouched user as vouch_received' },
  { id: 'notifications.other-type', kind: 'rule', text: 'a notification of another type is shown too' },
  {
    id: 'notifications.security',
    kind: 'rule',
    text: 'changes to wallet, X and push are told at once in the app and in all other browsers, and can’t be turned off',
  },
  { id: 'notifications.failures-silent', kind: 'rule', text: 'a failed read, accept or reject shows no message' },
  {
    id: 'notifications.day-reminder',
    kind: 'rule',
    text: 'while the day is open, a person is reminded once, at the hour at which they usually learn or one they chose, never at night',
  },
  {
    id: 'notifications.streak-reminder',
    kind: 'rule',
    text: 'with a streak of three or more, an open day brings one more reminder two hours before the person’s midnight',
  },
  {
    id: 'notifications.reminder-closed',
    kind: 'rule',
    text: 'no reminder goes out once the day counts, and one in the bell is read then',
  },
  {
    id: 'notifications.reminder-zones',
    kind: 'rule',
    text: 'reminders follow a person to another time zone, and come once on a day that lasts longer',
  },
  {
    id: 'notifications.reminder-off',
    kind: 'rule',
    text: 'one tap turns reminders of a kind off, in the bell, in a push notification or in Settings',
  },
  {
    id: 'notifications.recap',
    kind: 'rule',
    text: 'on Monday, at the hour of their reminder or nine, each person is told once what their week was, late after an outage',
  },
  {
    id: 'notifications.recap-counted',
    kind: 'rule',
    text: 'the metrics count recaps that were sent, and not those that their person turned off',
  },
  {
    id: 'notifications.recap-off',
    kind: 'rule',
    text: 'one tap turns recaps off, in the bell, in a push notification or in Settings',
  },
  {
    id: 'notifications.follow-live',
    kind: 'rule',
    text: 'followers of a participant hear once that the battle is live, also if they asked to be reminded or follow both',
  },
  {
    id: 'notifications.friend-streak',
    kind: 'rule',
    text: 'a person hears that somebody asks them to keep a streak together, and both hear that it starts',
  },
  {
    id: 'notifications.channels',
    kind: 'rule',
    text: 'a person turns each kind on or off in the bell and on their devices separately, but no security notice',
  },
  {
    id: 'notifications.strangers',
    kind: 'rule',
    text: "notifications caused by people one neither follows nor was vouched by have a tab of their own, don't count, and reach no device; one's battles and vouches are never among them",
  },
  {
    id: 'notifications.digest',
    kind: 'rule',
    text: 'after five of a kind within an hour, one message tells devices how many others there were, once; the bell lists each',
  },
  {
    id: 'notifications.kept',
    kind: 'rule',
    text: 'notifications are removed 90 days after they were made once they are read, else after 365',
  },
  {
    id: 'notifications.new-follower',
    kind: 'rule',
    text: 'a person hears once that somebody follows them',
  },
]
