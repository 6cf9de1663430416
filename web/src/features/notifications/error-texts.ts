import type { FailureText } from '#lib/error-text'

export const errorTexts = {
  preferences: { title: 'Error', description: 'Failed to change your notifications' },
} as const satisfies Record<string, FailureText>
