import type { FailureText } from '#lib/error-text'

export const errorTexts = {
  fetchWhitelist: { title: 'Error', description: 'Failed to fetch whitelist', fixed: true },
  addWallet: { title: 'Error', description: 'Failed to add wallet', fixed: true },
  removeWallet: { title: 'Error', description: 'Failed to remove wallet', fixed: true },
  checkAccess: { title: 'Error', description: 'Failed to check beta access', fixed: true },
  importWhitelist: { title: 'Error', description: 'Failed to add the file' },
  exportWhitelist: { title: 'Error', description: 'Failed to save the file' },
  moderate: { title: 'Error', description: 'That didn’t work. Please try again.' },
} as const satisfies Record<string, FailureText>
