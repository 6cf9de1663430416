import type { FailureText } from '#lib/error-text'

export const errorTexts = {
  removeWords: { title: 'Error', description: 'Your words weren’t removed. Try again.' },
} as const satisfies Record<string, FailureText>
