export type { ProfilePart } from './profile-parts.tsx'
