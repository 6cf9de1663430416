import type { FailureText } from '#lib/error-text'

export const errorTexts = {
  authenticate: {
    title: 'Authentication Failed',
    description: 'Failed to authenticate wallet. Please try again.',
    orStatus: true,
  },
  linkWallet: { title: 'Linking Failed', description: 'Failed to link wallet. Please try again.', orStatus: true },
  passkey: { title: 'Authentication Failed', description: 'Failed to sign in with a passkey. Please try again.' },
  replaceWallet: { title: 'Replacing Failed', description: 'Failed to replace the wallet. Please try again.' },
} as const satisfies Record<string, FailureText>
