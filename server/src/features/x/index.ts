export { keepTokens } from './keep-tokens.ts'
export { deleteXTokens } from './token-store.ts'
export { providersOf, X } from './x-provider.ts'
