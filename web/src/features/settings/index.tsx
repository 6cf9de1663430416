export { Card, Setting } from './card.tsx'
export { errorTexts } from './error-texts.ts'
export { useUsernameCheck } from './use-username-check.ts'
export { asUsername } from './username.rules.ts'
