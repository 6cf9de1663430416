import type { FailureText } from '#lib/error-text'

export const errorTexts = {
  follow: { title: 'Error', description: 'You don’t follow them yet. Try again.' },
  unfollow: { title: 'Error', description: 'You still follow them. Try again.' },
  block: { title: 'Error', description: 'They weren’t blocked. Try again.' },
  unblock: { title: 'Error', description: 'They are still blocked. Try again.' },
  mute: { title: 'Error', description: 'They weren’t muted. Try again.' },
  unmute: { title: 'Error', description: 'They are still muted. Try again.' },
  settings: { title: 'Error', description: 'Your setting wasn’t saved. Try again.' },
} as const satisfies Record<string, FailureText>
