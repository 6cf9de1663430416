import type { FailureText } from '#lib/error-text'

export const errorTexts = {
  join: { title: 'Error', description: 'You haven’t joined yet. Try again.' },
  leave: { title: 'Error', description: 'You are still in the leagues. Try again.' },
} as const satisfies Record<string, FailureText>
