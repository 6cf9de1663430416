export { Card, Setting } from './card.tsx'
export { useSaveUsername } from './use-save-username.ts'
export { useUsernameCheck } from './use-username-check.ts'
export { asUsername } from './username.rules.ts'
