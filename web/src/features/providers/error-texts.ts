import type { FailureText } from '#lib/error-text'

export const disconnectFailure = (name: string): FailureText => ({
  title: `Error disconnecting ${name} account`,
  description: 'Please try again.',
})
