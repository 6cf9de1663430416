import type { FailureText } from '#lib/error-text'

export const errorTexts = {
  disconnectX: { title: 'Error disconnecting X account', description: 'Please try again.' },
} as const satisfies Record<string, FailureText>
