export { findPublicInvite } from './read-invites.ts'
export { admitWallet } from './use-invite.ts'
