import type { ReportReason } from '@aura/api/calls/moderation/reports'

export const REPORT_REASONS: readonly (readonly [ReportReason, string])[] = [
  ['abuse', 'Insults, threats or hate'],
  ['spam', 'Spam or a scam'],
  ['other', 'Something else'],
]
