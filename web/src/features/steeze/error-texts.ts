import type { FailureText } from '#lib/error-text'

export const errorTexts = {
  cancel: { title: 'Not Cancelled', description: 'Your redemption still waits. Try again.' },
  appeal: { title: 'Not Sent', description: 'Your appeal wasn’t sent. Try again.' },
} as const satisfies Record<string, FailureText>
