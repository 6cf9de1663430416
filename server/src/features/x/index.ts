export {
  deleteXAccount,
  findXAccount,
  findXUser,
  insertXAccount,
  updateXHandle,
} from './account-store.ts'
export { keepTokens } from './keep-tokens.ts'
export { deleteXTokens } from './token-store.ts'
export { X_CALLBACK, type XClient, XFailure, type XPerson, type XTokens, xClientOf } from './x-client.ts'
