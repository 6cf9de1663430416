export { keepFriendStreak } from './keep-friend-streak.ts'
