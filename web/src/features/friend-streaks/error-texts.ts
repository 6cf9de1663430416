import type { FailureText } from '#lib/error-text'

export const errorTexts = {
  keep: { title: 'Error', description: 'That wasn’t sent. Try again.' },
  end: { title: 'Error', description: 'It hasn’t ended yet. Try again.' },
} as const satisfies Record<string, FailureText>
