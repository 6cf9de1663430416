import type { FailureText } from '#lib/error-text'

export const errorTexts = {
  updateUsername: { title: 'Error updating username', description: 'Please try again.' },
  about: { title: 'Error', description: 'Failed to save your profile' },
  timeZone: { title: 'Error', description: 'Failed to change the time zone' },
  endSession: { title: 'Error', description: 'Failed to end the session' },
  remove: { title: 'Error', description: 'Failed to delete the account' },
  appeal: { title: 'Error', description: 'Your appeal wasn’t sent. Try again.' },
  addPasskey: { title: 'Error', description: 'Failed to add a passkey' },
  renamePasskey: { title: 'Error', description: 'Failed to rename the passkey' },
  removePasskey: { title: 'Error', description: 'Failed to remove the passkey' },
  passkeyWallet: { title: 'Error', description: 'Failed to set up the wallet' },
  keepWallet: { title: 'Error', description: 'Failed to cancel the replacement' },
} as const satisfies Record<string, FailureText>
