import { NumberField } from '@base-ui/react/number-field'
import { Minus, Plus } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { FieldTop, MessageLine } from './field-frame.tsx'
import { type FieldTexts, fieldMessage } from './field-texts.ts'
import styles from './number-stepper.module.css'
import { TickSlider } from './tick-slider.tsx'
import { clampAmount } from './ticks.ts'

interface NumberStepperProps extends FieldTexts {
  label: string
  aside?: ReactNode
  value: number
  onChange: (value: number) => void
  min: number
  /** As far as buttons and slider go. More can be typed, so that a person sees why it is too much. */
  max: number
  step?: number
  /** Said after the number where only the ear reads. */
  unit: string
  /** Amounts to press; the last of them is always all there is. */
  presets?: readonly number[]
  /** One amount that fills the dialog, instead of a line in a form. */
  tall?: boolean
  disabled?: boolean
}

/** A whole amount: typed, stepped, or moved on a row of ticks. */
export function NumberStepper(props: NumberStepperProps) {
  const { label, aside, value, onChange, min, max, step = 1, unit, presets, tall = false, disabled = false } = props
  const id = useId()
  const noteId = `${id}-note`
  const message = fieldMessage(props)
  const long = String(value).length > (tall ? 4 : 5)
  return (
    <div className={`${styles.stepper} ${tall ? styles.tall : ''} ${long ? styles.long : ''}`}>
      <FieldTop aside={aside}>
        <label htmlFor={id}>{label}</label>
      </FieldTop>
      <div className={`${styles.row} ${tall ? '' : styles.wide}`}>
        <NumberField.Root
          id={id}
          value={value}
          onValueChange={(next) => onChange(Math.trunc(next ?? min))}
          min={min}
          max={Math.max(min, max)}
          step={step}
          largeStep={step * 10}
          allowOutOfRange
          locale="en"
          disabled={disabled}
        >
          <NumberField.Group className={styles.group}>
            <NumberField.Decrement className={styles.press} aria-label={`Less ${label.toLowerCase()}`}>
              <Minus size={20} strokeWidth={1.75} aria-hidden="true" />
            </NumberField.Decrement>
            <NumberField.Input
              className={styles.input ?? ''}
              aria-describedby={noteId}
              aria-invalid={message?.tone === 'danger'}
            />
            <NumberField.Increment className={styles.press} aria-label={`More ${label.toLowerCase()}`}>
              <Plus size={20} strokeWidth={1.75} aria-hidden="true" />
            </NumberField.Increment>
          </NumberField.Group>
        </NumberField.Root>
        <TickSlider
          label={`${label}, slider`}
          value={value}
          onChange={onChange}
          min={min}
          max={max}
          step={step}
          valueText={(current) => `${current} ${unit}`}
          disabled={disabled}
        />
      </div>
      {presets && <Presets {...{ label, presets, value, min, max, disabled, onChange }} />}
      <div role="status">
        <MessageLine id={noteId} message={message} />
      </div>
    </div>
  )
}

type PresetsProps = Pick<NumberStepperProps, 'label' | 'value' | 'min' | 'max' | 'onChange' | 'disabled'>

function Presets({
  label,
  presets,
  value,
  min,
  max,
  disabled,
  onChange,
}: PresetsProps & { presets: readonly number[] }) {
  const choices = [...presets.map((amount) => ({ amount, text: String(amount) })), { amount: max, text: 'Max' }]
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend, and the label is written above
    <div className={styles.presets} role="group" aria-label={`${label}, quick choices`}>
      {choices.map(({ amount, text }) => (
        <button
          key={text}
          type="button"
          className={styles.preset}
          aria-pressed={!disabled && amount > 0 && value === amount}
          disabled={disabled || amount > max}
          onClick={() => onChange(clampAmount(amount, min, max))}
        >
          {text}
        </button>
      ))}
    </div>
  )
}
