import type { Requirement } from './requirement.ts'

export const settings: readonly Requirement[] = [
  {
    id: 'settings.text-titles',
    kind: 'text',
    text: "'Account Settings' with 'Profile Information', 'Social Connections' and 'Wallet Connections'",
  },
  {
    id: 'settings.avatar',
    kind: 'rule',
    text: 'the avatar, generated from the username without an image, has a camera button that uploads one',
  },
  {
    id: 'settings.state-username-editing',
    kind: 'state',
    text: 'a pencil turns the username into an input with a confirm and a cancel button',
  },
  {
    id: 'settings.state-username-checking',
    kind: 'state',
    text: 'every keystroke checks availability, and an answer to an older entry is dropped',
  },
  {
    id: 'settings.username-save-enabled',
    kind: 'rule',
    text: 'saving is enabled only while the username is available',
  },
  { id: 'settings.username-cancel', kind: 'rule', text: 'cancelling brings the old username back' },
  { id: 'settings.check-username-short', kind: 'check', text: "'Username must be at least 3 characters'" },
  { id: 'settings.text-username-available', kind: 'text', text: "'Username is available'" },
  { id: 'settings.text-username-taken', kind: 'text', text: "'Username is already taken'" },
  { id: 'settings.text-username-check-failed', kind: 'text', text: "'Error checking username'" },
  { id: 'settings.text-username-updated', kind: 'text', text: "'Username updated successfully!'" },
  { id: 'settings.text-username-update-failed', kind: 'text', text: "'Error updating username'" },
  { id: 'settings.text-image-updated', kind: 'text', text: "'Profile image updated successfully!'" },
  { id: 'settings.text-image-failed', kind: 'text', text: "'Error uploading image'" },
  {
    id: 'settings.text-image-failed-message',
    kind: 'text',
    text: "'Failed to upload image' where the upload is refused",
  },
  { id: 'settings.text-x-connected', kind: 'text', text: "'Connected as @{handle}' with 'Disconnect'" },
  { id: 'settings.text-x-connect', kind: 'text', text: "'Connect X Account'" },
  { id: 'settings.text-x-connecting', kind: 'text', text: "'Connecting...' and the browser goes to /api/auth/twitter" },
  { id: 'settings.text-x-disconnected', kind: 'text', text: "'X account disconnected successfully!'" },
  { id: 'settings.text-x-disconnect-failed', kind: 'text', text: "'Error disconnecting X account'" },
  {
    id: 'settings.text-wallet-card',
    kind: 'text',
    text: "'Ethereum Wallet' with 'Connect Wallet', or 'Connected' beside Disconnect",
  },
  { id: 'settings.text-wallet-no-metamask', kind: 'text', text: "'MetaMask not found'" },
  {
    id: 'settings.text-wallet-disconnected',
    kind: 'text',
    text: "'Your wallet has been disconnected from this account.' without a call, saying that it stays bound",
  },
  { id: 'settings.wallet-replace-action', kind: 'rule', text: 'replacing the wallet is an action of its own' },
  {
    id: 'settings.wallet-replace-pending',
    kind: 'rule',
    text: 'a waiting replacement shows its date and can be cancelled',
  },
  {
    id: 'settings.text-wallet-bonus',
    kind: 'text',
    text: 'binding with a bonus has the celebratory title for 6 s, without it the plain one for 3 s',
  },
  {
    id: 'settings.text-battle-rewards',
    kind: 'text',
    text: "'Battle Rewards' under 'Wallet Benefits' names AP and Steeze, not ETH",
  },
  { id: 'settings.text-vouch-payments', kind: 'text', text: "'Vouch Payments' names USDC, not ETH" },
  {
    id: 'settings.const-zone-change-interval',
    kind: 'constant',
    text: 'the time zone can be changed once in 7 days and not before',
  },
  { id: 'settings.check-zone-unknown', kind: 'check', text: 'a name that is no IANA time zone is refused' },
  { id: 'settings.export', kind: 'rule', text: "a user can export the account's data" },
  {
    id: 'settings.check-delete-open-battles',
    kind: 'check',
    text: 'deleting is refused while a battle is accepted or live',
  },
  { id: 'settings.check-delete-open-gifts', kind: 'check', text: 'deleting is refused while a gift is held' },
  {
    id: 'settings.check-delete-open-redemptions',
    kind: 'check',
    text: 'deleting is refused while a redemption is open',
  },
  {
    id: 'settings.check-delete-frozen',
    kind: 'check',
    text: 'deleting is refused, with the reason, while redemptions are frozen: a new account would not be',
  },
  {
    id: 'settings.delete-fresh',
    kind: 'rule',
    text: 'deleting takes a signature of the wallet for just that; without a wallet, a confirmation by X',
  },
  {
    id: 'settings.delete-names-forfeit',
    kind: 'rule',
    text: 'the confirmation names the Steeze and the USDC forfeited',
  },
  {
    id: 'settings.delete-forfeits',
    kind: 'rule',
    text: "a deleted account's Steeze goes to the forfeited account and stays covered on chain",
  },
  {
    id: 'settings.delete-ends-challenges',
    kind: 'rule',
    text: 'challenges without an answer end with the account: stakes go back and the other side is told',
  },
  {
    id: 'settings.delete-pays-nothing-twice',
    kind: 'rule',
    text: 'whoever deletes an account and comes back with its wallet or X account finds their lessons paid and the day as it was',
  },
  {
    id: 'settings.delete-rematch-words',
    kind: 'rule',
    text: "a deleted person's title and text leave their battles and every rematch that took them over",
  },
  {
    id: 'settings.delete-forgets-answers',
    kind: 'rule',
    text: "no answer kept for anybody's retries says a deleted person's name",
  },
  {
    id: 'settings.call-reminder-hours',
    kind: 'call',
    text: 'GET and PUT /api/reminders/hours get and choose the hour of the daily reminder',
  },
]
