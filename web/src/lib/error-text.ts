import { ApiError, errorCode } from './api-error.ts'

/** The title and text shown for a failure. */
export interface ErrorText {
  title: string
  description: string
  durationMs?: number
}

/** The action that failed. Selects the title, and the text of failures that carry none. */
export type FailedAction = keyof typeof FALLBACKS

const FALLBACKS = {
  authenticate: { title: 'Authentication Failed', description: 'Failed to authenticate wallet. Please try again.' },
  linkWallet: { title: 'Linking Failed', description: 'Failed to link wallet. Please try again.' },
  disconnectX: { title: 'Error disconnecting X account', description: 'Please try again.' },
  updateUsername: { title: 'Error updating username', description: 'Please try again.' },
  timeZone: { title: 'Error', description: 'Failed to change the time zone' },
  endSession: { title: 'Error', description: 'Failed to end the session' },
  remove: { title: 'Error', description: 'Failed to delete the account' },
  preferences: { title: 'Error', description: 'Failed to change your notifications' },
  replaceWallet: { title: 'Replacing Failed', description: 'Failed to replace the wallet. Please try again.' },
  keepWallet: { title: 'Error', description: 'Failed to call the replacement off' },
  loadLessons: { title: 'Error', description: 'Failed to load lessons' },
  completeLesson: { title: 'Error', description: 'Failed to complete lesson' },
  quiz: { title: 'Quiz Error', description: 'Please try again.' },
  acceptBattle: { title: 'Error', description: 'Failed to accept challenge' },
  rejectBattle: { title: 'Error', description: 'Failed to reject challenge' },
  withdrawBattle: { title: 'Error', description: 'Failed to withdraw challenge' },
  requestCancellation: { title: 'Error', description: 'Failed to request cancellation' },
  takeBackCancellation: { title: 'Error', description: 'Failed to take the request back' },
  approveCancellation: { title: 'Error', description: 'Failed to approve cancellation' },
  remind: { title: 'Error', description: 'Failed to change the reminder' },
  gift: { title: 'Gift Failed', description: 'Failed to gift Steeze tokens' },
  vote: { title: 'Failed to Cast Vote', description: 'Please try again' },
  createBattle: { title: 'Error', description: 'Failed to create battle. Please try again.' },
  uploadImage: { title: 'Error uploading image', description: 'Failed to upload image' },
  /** Beside the picture, where there is room for the reason. */
  savePhoto: { title: 'Failed to upload image', description: 'Please try again.' },
  removeImage: { title: 'Error', description: 'Failed to remove image' },
  fetchWhitelist: { title: 'Error', description: 'Failed to fetch whitelist' },
  addWallet: { title: 'Error', description: 'Failed to add wallet' },
  removeWallet: { title: 'Error', description: 'Failed to remove wallet' },
  checkAccess: { title: 'Error', description: 'Failed to check beta access' },
  importWhitelist: { title: 'Error', description: 'Failed to add the file' },
  exportWhitelist: { title: 'Error', description: 'Failed to write the file' },
  moderate: { title: 'Error', description: 'This was not done. Please try again.' },
  read: { title: 'Error', description: 'This could not be loaded.' },
} as const

/** Actions with a fixed text; the server's message is not shown. */
const FIXED: readonly FailedAction[] = [
  'quiz',
  'loadLessons',
  'uploadImage',
  'fetchWhitelist',
  'addWallet',
  'removeWallet',
  'checkAccess',
]

const OFFLINE_TEXT = 'No connection to Aura. Check your network and try again.'

/** The one place where the failure of a call becomes words; a wallet's own failures have theirs beside them. */
export function errorText(error: unknown, action: FailedAction): ErrorText {
  const code = errorCode(error)
  const { title, description } = FALLBACKS[action]
  if (code === 'BETA_ACCESS_REQUIRED' && error instanceof ApiError) {
    return { title: 'Beta Access Required', description: error.serverMessage ?? description, durationMs: 6_000 }
  }
  if (code === 'OFFLINE') return { title, description: OFFLINE_TEXT }
  if (FIXED.includes(action) && code !== 'RATE_LIMITED') return { title, description }
  if (error instanceof ApiError) {
    if (error.serverMessage) return { title, description: error.serverMessage }
    if (action === 'authenticate' || action === 'linkWallet')
      return { title, description: `${error.status}: ${error.statusText}` }
  }
  return { title, description }
}
