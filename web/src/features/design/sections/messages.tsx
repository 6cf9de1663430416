import { EmptySide } from '#aura/empty-side.tsx'
import { EmptyState } from '#ui/feedback/empty-state'
import { Notice } from '#ui/feedback/notice'
import { toast } from '#ui/feedback/toast'
import { ToastCard } from '#ui/feedback/toast-card'
import { Button } from '#ui/forms/button'
import { Columns, Section, State, States } from '../section.tsx'

export function NoticeSection() {
  return (
    <Section id="notices" title="Notices">
      <Columns>
        <Notice tone="warn" title="Battles are unavailable">
          <p>Both users must have connected wallets</p>
        </Notice>
        <Notice
          tone="danger"
          title="Incorrect Answer"
          action={
            <Button kind="secondary" size={40}>
              Review the lesson
            </Button>
          }
        >
          <p>Try again! Review the lesson content.</p>
        </Notice>
        <Notice tone="ok" title="Steeze is in your balance">
          <p>125 Steeze for 12.50 USDC.</p>
        </Notice>
        <Notice tone="info" title="Waiting for the network">
          <p>Three more blocks. You can leave this page.</p>
        </Notice>
      </Columns>
    </Section>
  )
}

const still = { durationMs: 5_000, paused: true, onDismiss: () => undefined }

export function ToastSection() {
  return (
    <Section id="toasts" title="Toasts" note="One at a time; its clock stands still while somebody reads.">
      <Columns>
        <ToastCard
          {...still}
          title="Lesson Complete!"
          description="Awarded 60 aura points for an intermediate lesson"
        />
        <ToastCard
          {...still}
          kind="destructive"
          title="Incorrect Answer"
          description="Try again! Review the lesson content."
        />
        <ToastCard
          {...still}
          kind="destructive"
          title="Beta Access Required"
          description="This wallet address is not whitelisted for the closed beta. Check your access status or contact support."
        />
      </Columns>
      <States>
        <Button
          kind="secondary"
          onClick={() => toast({ title: 'Lesson Complete!', description: 'Awarded 60 aura points' })}
        >
          Show one
        </Button>
        <Button
          kind="secondary"
          onClick={() => toast({ title: 'Incorrect Answer', description: 'Try again!', kind: 'destructive' })}
        >
          Show an error
        </Button>
      </States>
    </Section>
  )
}

export function EmptySection() {
  return (
    <Section id="empty" title="Empty states" note="A line drawing, the exact title, one wry line, one thing to do.">
      <Columns>
        <EmptyState
          picture={<EmptySide />}
          title="No Live Aura Clashes"
          action={<Button>Create Your First Aura Clash</Button>}
        >
          One side is ready. Somebody has to take the other.
        </EmptyState>
        <EmptyState picture={<Ripples />} title="No notifications yet">
          Quiet out there. Start a clash and change that.
        </EmptyState>
        <State name="could not be loaded">
          <EmptyState title="The rankings didn’t load" action={<Button kind="secondary">Try again</Button>}>
            The server did not answer in time. Please try again.
          </EmptyState>
        </State>
      </Columns>
    </Section>
  )
}

const Ripples = () => (
  <svg
    width="110"
    height="96"
    viewBox="0 0 110 96"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.4"
    aria-hidden="true"
  >
    <circle cx="52" cy="48" r="18" strokeDasharray="2 5" />
    <circle cx="52" cy="48" r="28" strokeDasharray="3 7" />
    <circle cx="52" cy="48" r="38" strokeDasharray="4 9" />
    <circle className="fill-ink" cx="52" cy="48" r="5" stroke="none" />
  </svg>
)
