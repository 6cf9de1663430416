import type { FailureText } from '#lib/error-text'

export const errorTexts = {
  stand: { title: 'Error', description: 'You don’t stand by them yet. Try again.' },
  line: { title: 'Error', description: 'Your line wasn’t saved. Try again.' },
  takeBack: { title: 'Error', description: 'You still stand by them. Try again.' },
} as const satisfies Record<string, FailureText>
