import { Check } from 'lucide-react'
import { Badge } from '#ui/feedback/badge'
import { StatusBadge } from '#ui/feedback/status-badge'
import { Group, Section, States } from '../section.tsx'

const STATUSES = [
  'live',
  'pending',
  'accepted',
  'confirmed',
  'completed',
  'withdrawn',
  'rejected',
  'cancelled',
  'cancellation_requested',
  'failed',
  'frobnicated',
]

export function StatusSection() {
  return (
    <Section
      id="statuses"
      title="Status"
      note="Live pulses, the others have a sign and the word itself. One that is not known is shown as it came."
    >
      <States>
        {STATUSES.map((status) => (
          <StatusBadge key={status} status={status} />
        ))}
      </States>
      <Group title="Badges">
        <States>
          <Badge>Review</Badge>
          <Badge tone="strong">You</Badge>
          <Badge tone="ok">
            <Check size={14} aria-hidden="true" />
            Completed
          </Badge>
          <Badge tone="warn">Short</Badge>
          <Badge tone="danger">Not covered</Badge>
        </States>
      </Group>
    </Section>
  )
}
