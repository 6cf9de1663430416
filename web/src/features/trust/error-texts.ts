import type { FailureText } from '#lib/error-text'

export const errorTexts = {
  appeal: { title: 'Error', description: 'Your appeal wasn’t sent. Try again.' },
  judge: { title: 'Error', description: 'That didn’t work. Please try again.' },
} as const satisfies Record<string, FailureText>
