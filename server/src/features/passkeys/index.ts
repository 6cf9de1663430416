export { accountAddress, accountKey } from './account-address.ts'
export {
  deletePasskey,
  findByCredential,
  findPasskeys,
  findPasskeyWallets,
  insertChallenge,
  insertPasskey,
  noteUse,
  type PasskeyRow,
  renamePasskey,
  setPasskeyWallet,
} from './store.ts'
export { ES256, hasPasskeys, siteId, verifyNewPasskey, verifyPasskeySignature } from './verify-passkey.ts'
