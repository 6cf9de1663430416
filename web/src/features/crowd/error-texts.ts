import type { FailureText } from '#lib/error-text'

export const errorTexts = {
  comment: { title: 'Error', description: 'Your comment wasn’t sent. Try again.' },
  mute: { title: 'Error', description: 'They weren’t muted. Try again.' },
  unmute: { title: 'Error', description: 'They are still muted. Try again.' },
  report: { title: 'Error', description: 'Your report wasn’t sent. Try again.' },
  startChat: { title: 'Error', description: 'Your chat doesn’t take part yet. Try again.' },
  stopChat: { title: 'Error', description: 'Your chat still takes part. Try again.' },
} as const satisfies Record<string, FailureText>
