import { parseAmount } from '@aura/api/amounts'
import { formatWhole } from '@aura/api/money'
import { NumberField } from '@base-ui/react/number-field'
import { Minus, Plus } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { clampAmount } from '../ticks.ts'
import { FieldTop, MessageLine } from './field-frame.tsx'
import { type FieldTexts, fieldMessage, withHint } from './field-texts.ts'
import styles from './number-stepper.module.css'
import { TickSlider } from './tick-slider.tsx'

interface NumberStepperProps extends FieldTexts {
  label: string
  aside?: ReactNode
  /** Null while the input is not an amount. */
  value: number | null
  onChange: (value: number | null) => void
  min: number
  /** Limit of buttons and slider. Larger amounts can be typed and are then explained. */
  max: number
  step?: number
  /** Accepted in the input and read out after the number. */
  unit: string
  /** Shown before what is wrong with an entry that is no amount. */
  invalid?: string
  /** Called when the field is left with an entry that is no amount, which is then dropped. Without it, it stays. */
  onInvalidLeft?: () => void
  limits?: boolean
  presets?: readonly number[]
  tall?: boolean
  disabled?: boolean
  /** Set during a request: the value can't be changed, and the input keeps the focus. */
  readOnly?: boolean
}

/** Input for whole amounts. Invalid input is explained. */
export function NumberStepper(props: NumberStepperProps) {
  const {
    label,
    aside,
    value,
    min,
    max,
    step = 1,
    unit,
    limits = false,
    presets,
    tall = false,
    disabled = false,
    readOnly = false,
  } = props
  const id = useId()
  const [noteId, limitsId] = [`${id}-note`, `${id}-limits`]
  const typed = useTyped(props)
  const message = fieldMessage({ ...props, error: typed.problem ?? props.error })
  const long = typed.text.replaceAll(',', '').length > (tall ? 4 : 5)
  const shown = value ?? min
  return (
    <div className={`${styles.stepper} ${tall ? styles.tall : ''} ${long ? styles.long : ''}`}>
      <FieldTop aside={aside}>
        <label htmlFor={id}>{label}</label>
      </FieldTop>
      <div className={`${styles.row} ${tall ? '' : styles.wide}`}>
        <NumberField.Root
          id={id}
          value={value}
          onValueChange={(next) => typed.press(Math.trunc(next ?? min))}
          min={min}
          max={Math.max(min, max)}
          step={step}
          largeStep={step * 10}
          allowOutOfRange
          locale="en"
          disabled={disabled}
          readOnly={readOnly}
        >
          <NumberField.Group className={styles.group}>
            <NumberField.Decrement className={styles.press} aria-label={`Less ${label.toLowerCase()}`}>
              <Minus size={20} strokeWidth={1.75} aria-hidden="true" />
            </NumberField.Decrement>
            <NumberField.Input
              className={styles.input ?? ''}
              aria-describedby={limits ? `${limitsId} ${noteId}` : noteId}
              aria-invalid={message?.tone === 'danger'}
              render={(input) => <AnyText {...input} typed={typed} />}
            />
            <NumberField.Increment className={styles.press} aria-label={`More ${label.toLowerCase()}`}>
              <Plus size={20} strokeWidth={1.75} aria-hidden="true" />
            </NumberField.Increment>
          </NumberField.Group>
        </NumberField.Root>
        <TickSlider
          label={`${label}, slider`}
          value={shown}
          onChange={typed.press}
          min={min}
          max={max}
          step={step}
          valueText={(current) => `${current} ${unit}`}
          disabled={disabled || readOnly}
        />
      </div>
      {limits && (
        <p id={limitsId} className={styles.limits}>
          <span>Minimum {formatWhole(min)}</span> <span>Maximum {formatWhole(max)}</span>
        </p>
      )}
      {presets && (
        <Presets {...{ label, presets, value, min, max }} disabled={disabled || readOnly} onChange={typed.press} />
      )}
      <div role="status">
        <MessageLine id={noteId} message={message} />
      </div>
    </div>
  )
}

interface Typed {
  text: string
  problem: string | undefined
  type: (text: string) => void
  press: (value: number) => void
  /** Normalises the text. Returns whether it changed. */
  settle: () => boolean
}

type TypedProps = Pick<NumberStepperProps, 'value' | 'onChange' | 'unit' | 'invalid' | 'onInvalidLeft'>

/** Keeps the text as typed until the field loses the focus. */
export function useTyped({ value, onChange, unit, invalid, onInvalidLeft }: TypedProps): Typed {
  const [draft, setDraft] = useState<string | null>(null)
  const read = (text: string) => parseAmount(text, { name: unit, decimals: 0 })
  const own = value === null ? '' : formatWhole(value)
  const problem = draft === null || draft.trim() === '' ? null : read(draft).problem
  return {
    text: draft ?? own,
    problem: problem === null ? undefined : invalid === undefined ? problem : withHint(invalid, problem),
    type(text) {
      setDraft(text)
      onChange(read(text).value)
    },
    press(next) {
      setDraft(null)
      onChange(next)
    },
    settle() {
      if (draft === null || (value === null && !onInvalidLeft)) return false
      setDraft(null)
      if (value !== null) return read(draft).value !== value
      onInvalidLeft?.()
      return true
    },
  }
}

const STEPS = ['ArrowUp', 'ArrowDown', 'Home', 'End']

function AnyText({ typed, ...input }: ComponentProps<'input'> & { typed: Typed }) {
  const { onKeyDown, onPaste: _, onFocus: __, ...rest } = input
  return (
    <input
      {...rest}
      value={typed.text}
      onChange={(event) => typed.type(event.currentTarget.value)}
      onBlur={typed.settle}
      onKeyDown={(event) => {
        if (STEPS.includes(event.key)) onKeyDown?.(event)
        // Shows the normalised value before it is submitted.
        else if (event.key === 'Enter' && typed.settle()) event.preventDefault()
      }}
    />
  )
}

type PresetsProps = Pick<NumberStepperProps, 'label' | 'value' | 'min' | 'max' | 'disabled'> & {
  presets: readonly number[]
  onChange: (value: number) => void
}

function Presets({ label, presets, value, min, max, disabled, onChange }: PresetsProps) {
  const choices = [...presets.map((amount) => ({ amount, text: String(amount) })), { amount: max, text: 'Max' }]
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend, and the label is written abo
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
