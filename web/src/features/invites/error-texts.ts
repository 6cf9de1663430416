import type { FailureText } from '#lib/error-text'

export const errorTexts = {
  make: { title: 'No invite was made', description: 'Try again.' },
  withdraw: { title: 'The invite wasn’t withdrawn', description: 'Try again.' },
} as const satisfies Record<string, FailureText>
