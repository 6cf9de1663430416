import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { AuraRing } from '#aura/aura-ring.tsx'
import { Button } from '#ui/forms/button'
import { NumberStepper } from '#ui/forms/number-stepper'
import { Row, Rows } from '#ui/layout/rows'
import { ConfirmDialog, Facts } from '#ui/overlay/confirm-dialog'
import { Dialog, DialogActions, DialogBody, DialogHeader } from '#ui/overlay/dialog'
import { Popover } from '#ui/overlay/popover'
import styles from '../design.module.css'
import { Columns, Group, Section, State, States } from '../section.tsx'

type Layer = 'dialog' | 'sheet' | 'money' | 'failed' | 'delete' | null

export function LayerSection() {
  const [layer, setLayer] = useState<Layer>(null)
  const close = () => setLayer(null)
  return (
    <Section
      id="layers"
      title="Layers"
      note="Dialogs take the focus and give it back. On a phone they come from below."
    >
      <States>
        <Button kind="secondary" onClick={() => setLayer('dialog')}>
          Dialog
        </Button>
        <Button kind="secondary" onClick={() => setLayer('sheet')}>
          Form in a sheet
        </Button>
        <Button kind="secondary" onClick={() => setLayer('money')}>
          Confirm money
        </Button>
        <Button kind="secondary" onClick={() => setLayer('failed')}>
          Confirm, failed
        </Button>
        <Button kind="secondary" onClick={() => setLayer('delete')}>
          Confirm deletion
        </Button>
        <Popover label="Account menu" trigger={<AuraRing id="temi_codes" name="temi_codes" days={12} size={44} />}>
          <p className="px-4 py-2 text-sm text-ink-2">
            <b className="block font-strong text-ink">temi_codes</b>0x7A3f...9C21
          </p>
          <button type="button" className="flex min-h-11 w-full items-center px-4 hover:bg-bg-2">
            Log out
          </button>
        </Popover>
      </States>
      <Group title="A panel as it floats">
        <Notifications />
      </Group>
      <Insufficient open={layer === 'dialog'} onClose={close} />
      <Gift open={layer === 'sheet'} onClose={close} />
      <Confirmations layer={layer} onClose={close} />
    </Section>
  )
}

function Notifications() {
  return (
    <Columns>
      <State name="notifications">
        <div className={styles.panel}>
          <div className="border-b border-line px-5 py-4">
            <p className="display text-xl">Notifications</p>
            <p className="text-sm text-ink-2">Click on messages to mark as read</p>
          </div>
          <div className="px-5">
            <Rows label="Notifications">
              <Row
                picture={<AuraRing id="tobi_wav" name="tobi_wav" days={8} size={40} />}
                title="tobi_wav challenged you"
                note="250 AP at stake, 12:00 tomorrow"
                unread
                action={
                  <div className="flex basis-full gap-2 pl-13.5">
                    <Button size={40}>Accept</Button>
                    <Button size={40} kind="secondary">
                      Reject
                    </Button>
                  </div>
                }
              />
              <Row
                picture={<AuraRing id="kemi_onchain" name="kemi_onchain" days={33} size={40} />}
                title="kemi_onchain accepted your challenge"
                note="300 AP each"
              />
            </Rows>
          </div>
        </div>
      </State>
    </Columns>
  )
}

interface LayerProps {
  open: boolean
  onClose: () => void
}

function Insufficient({ open, onClose }: LayerProps) {
  return (
    <Dialog open={open} onClose={onClose} phone="sheet" width="narrow">
      <DialogHeader title="Balance Insufficient!" />
      <DialogBody>
        <TriangleAlert className="text-warn" size={32} strokeWidth={1.75} aria-hidden="true" />
        <p className="text-ink-2">You don't have enough Aura Points to stake this amount!</p>
        <Facts
          facts={[
            ['Your stake', '6,000 AP'],
            ['Available', '4,360 AP'],
            ['Missing', '1,640 AP'],
          ]}
        />
      </DialogBody>
      <DialogActions>
        <Button onClick={onClose}>Got it!</Button>
      </DialogActions>
    </Dialog>
  )
}

function Gift({ open, onClose }: LayerProps) {
  const [amount, setAmount] = useState<number | null>(50)
  return (
    <Dialog open={open} onClose={onClose} phone="sheet">
      <DialogHeader title="Gift Steeze" note="to adaezelive" />
      <DialogBody>
        <NumberStepper
          tall
          label="Amount"
          aside="470 Steeze"
          unit="Steeze"
          min={1}
          max={470}
          presets={[10, 50, 100]}
          value={amount}
          onChange={setAmount}
          hint="Spends purchased Steeze first."
        />
      </DialogBody>
      <DialogActions>
        <Button kind="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button onClick={onClose}>Gift {amount}</Button>
      </DialogActions>
    </Dialog>
  )
}

function Confirmations({ layer, onClose }: { layer: Layer; onClose: () => void }) {
  const money = {
    title: 'Redeem 100 Steeze',
    confirm: 'Redeem 100 Steeze',
    facts: [
      ['You give', '100 Steeze'],
      ['You receive', '7.0000 USDC'],
    ] as const,
    onClose,
    onConfirm: onClose,
  }
  return (
    <>
      <ConfirmDialog {...money} open={layer === 'money'}>
        The Steeze leaves your balance now. This can't be taken back.
      </ConfirmDialog>
      <ConfirmDialog {...money} open={layer === 'failed'} error="The payout did not go through. Nothing was spent.">
        The Steeze leaves your balance now. This can't be taken back.
      </ConfirmDialog>
      <ConfirmDialog
        open={layer === 'delete'}
        onClose={onClose}
        onConfirm={onClose}
        destructive
        title="Delete this battle?"
        confirm="Delete battle"
      >
        The request to rexreacts is withdrawn and your 250 AP come back.
      </ConfirmDialog>
    </>
  )
}
