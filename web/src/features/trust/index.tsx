export { LessTrustNotices, useLessTrust } from './less-trust.tsx'
