import type { FailureText } from '#lib/error-text'

export const errorTexts = {
  hour: { title: 'Error', description: 'Failed to change your reminder' },
} as const satisfies Record<string, FailureText>
