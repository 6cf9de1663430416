import type { FailureText } from '#lib/error-text'

export const errorTexts = {
  comment: { title: 'Error', description: 'Your comment wasn’t sent. Try again.' },
  mute: { title: 'Error', description: 'They weren’t muted. Try again.' },
  unmute: { title: 'Error', description: 'They are still muted. Try again.' },
  report: { title: 'Error', description: 'Your report wasn’t sent. Try again.' },
} as const satisfies Record<string, FailureText>
