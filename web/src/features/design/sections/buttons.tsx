import { Bell, Camera, Menu } from 'lucide-react'
import { CountBadge } from '#ui/feedback/count-badge'
import { Button, type ButtonKind } from '#ui/forms/button'
import { CopyButton } from '#ui/forms/copy-button'
import { IconButton } from '#ui/forms/icon-button'
import { Tooltip } from '#ui/overlay/tooltip'
import { Group, Section, State, States } from '../section.tsx'

const KINDS: readonly { kind: ButtonKind; text: string; busy: string; off: string }[] = [
  { kind: 'primary', text: 'Recharge', busy: 'Processing...', off: 'Insufficient Balance' },
  { kind: 'secondary', text: 'Use Max', busy: 'Reading balance...', off: 'Use Max' },
  { kind: 'ghost', text: 'Change', busy: 'Changing...', off: 'Change' },
  { kind: 'danger', text: 'Delete battle', busy: 'Deleting...', off: 'Delete battle' },
]

export function ButtonSection() {
  return (
    <Section id="buttons" title="Buttons" note="Busy and disabled ones keep the focus and their place.">
      {KINDS.map(({ kind, text, busy, off }) => (
        <Group key={kind} title={kind}>
          <States>
            <State name="rest">
              <Button kind={kind}>{text}</Button>
            </State>
            {(['hover', 'focus', 'pressed'] as const).map((state) => (
              <State key={state} name={state}>
                <Button kind={kind} data-force={state}>
                  {text}
                </Button>
              </State>
            ))}
            <State name="busy">
              <Button kind={kind} busy={busy}>
                {text}
              </Button>
            </State>
            <State name="disabled">
              <Button kind={kind} disabled>
                {off}
              </Button>
            </State>
          </States>
        </Group>
      ))}
      <Group title="Sizes">
        <States>
          {([40, 48, 56] as const).map((size) => (
            <State key={size} name={`${size} px`}>
              <Button size={size}>Build Aura</Button>
            </State>
          ))}
        </States>
      </Group>
      <Group title="Icon only">
        <IconButtons />
      </Group>
    </Section>
  )
}

function IconButtons() {
  const camera = <Camera size={20} strokeWidth={1.75} aria-hidden="true" />
  return (
    <States>
      <State name="rest">
        <IconButton label="Change picture" icon={camera} />
      </State>
      <State name="hover">
        <IconButton label="Change picture, hover" icon={camera} data-force="hover" />
      </State>
      <State name="focus">
        <IconButton label="Change picture, focus" icon={camera} data-force="focus" />
      </State>
      <State name="with a count">
        <span className="relative inline-block">
          <IconButton label="Notifications, 3 unread" icon={<Bell size={20} strokeWidth={1.75} aria-hidden="true" />} />
          <CountBadge count={3} />
        </span>
      </State>
      <State name="with many">
        <span className="relative inline-block">
          <IconButton
            label="Notifications, 120 unread"
            icon={<Bell size={20} strokeWidth={1.75} aria-hidden="true" />}
          />
          <CountBadge count={120} />
        </span>
      </State>
      <State name="copies">
        <CopyButton text="0x7a3f00000000000000000000000000000009c21" label="Copy address" />
      </State>
      <State name="with a tooltip">
        <Tooltip text="Opens the menu">
          <IconButton label="Menu" icon={<Menu size={20} strokeWidth={1.75} aria-hidden="true" />} />
        </Tooltip>
      </State>
    </States>
  )
}
