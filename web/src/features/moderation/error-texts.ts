import type { FailureText } from '#lib/error-text'

export const errorTexts = {
  report: { title: 'Error', description: 'Your report wasn’t sent. Try again.' },
} as const satisfies Record<string, FailureText>
