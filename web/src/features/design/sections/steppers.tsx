import { formatWhole } from '@aura/api/money'
import { useState } from 'react'
import { NumberStepper } from '#ui/forms/number-stepper'
import { TickSlider } from '#ui/forms/tick-slider'
import { Columns, Forced, Section, State } from '../section.tsx'

const AVAILABLE = 4_360
const BALANCE = 470

export function StepperSection() {
  const [stake, setStake] = useState<number | null>(250)
  const [tooMuch, setTooMuch] = useState<number | null>(6_000)
  const [gift, setGift] = useState<number | null>(50)
  const [share, setShare] = useState(1_000)
  const stakes = {
    label: 'Stake amount',
    aside: `${formatWhole(AVAILABLE)} AP available`,
    min: 10,
    max: AVAILABLE,
    step: 10,
    unit: 'AP',
  }
  const gifts = { label: 'Gift amount', min: 1, max: BALANCE, unit: 'Steeze', presets: [10, 50, 100], tall: true }
  return (
    <Section
      id="steppers"
      title="Stepper and tick slider"
      note="Typed, pressed, dragged or moved with the arrow keys. Too much can be typed, and is then said."
    >
      <State name="in a form">
        <NumberStepper {...stakes} value={stake} onChange={setStake} hint="Both players must stake the same amount" />
      </State>
      <State name="too much">
        <NumberStepper
          {...stakes}
          value={tooMuch}
          onChange={setTooMuch}
          error="You don't have enough Aura Points to stake this amount!"
        />
      </State>
      <State name="disabled">
        <NumberStepper {...stakes} value={10} onChange={setStake} disabled hint="Connect a wallet first" />
      </State>
      <Columns>
        <State name="fills a dialog">
          <NumberStepper {...gifts} aside={`${BALANCE} Steeze`} value={gift} onChange={setGift} />
        </State>
        <State name="nothing to give">
          <NumberStepper
            {...gifts}
            aside="0 Steeze"
            max={0}
            value={0}
            onChange={setGift}
            disabled
            error="No Steeze left"
          />
        </State>
        <div className="grid content-start gap-5">
          <State name="slider alone">
            <TickSlider label="Share" min={0} max={2_000} step={50} value={share} onChange={setShare} />
          </State>
          <State name="slider, focus">
            <Forced part="input" state="focus">
              <TickSlider label="Share, focus" min={0} max={2_000} step={50} value={share} onChange={setShare} />
            </Forced>
          </State>
          <State name="slider, disabled">
            <TickSlider label="Share, disabled" min={0} max={2_000} value={share} onChange={setShare} disabled />
          </State>
        </div>
      </Columns>
    </Section>
  )
}
