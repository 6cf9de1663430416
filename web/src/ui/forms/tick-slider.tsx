import { Slider } from '@base-ui/react/slider'
import { clampAmount, litTicks } from '../ticks.ts'
import styles from './tick-slider.module.css'

const TICKS = 80
const TALL_EVERY = 20

interface TickSliderProps {
  label: string
  value: number
  onChange: (value: number) => void
  min: number
  max: number
  step?: number
  /** Text for screen readers such as '250 AP'. */
  valueText?: (value: number) => string
  disabled?: boolean
}

export function TickSlider(props: TickSliderProps) {
  const { label, value, onChange, min, max, step = 1, valueText = String, disabled = false } = props
  const shown = clampAmount(value, min, max)
  return (
    <Slider.Root
      value={shown}
      onValueChange={onChange}
      min={min}
      max={Math.max(max, min + step)}
      step={step}
      largeStep={step * 10}
      disabled={disabled || max <= min}
    >
      <Slider.Control className={styles.control}>
        <Slider.Track className={styles.track}>
          <Ticks lit={litTicks(shown, min, max, TICKS)} />
          <Slider.Thumb
            className={styles.thumb}
            getAriaLabel={() => label}
            getAriaValueText={(_, current) => valueText(current)}
          />
        </Slider.Track>
      </Slider.Control>
    </Slider.Root>
  )
}

function Ticks({ lit }: { lit: number }) {
  return (
    <svg className={styles.ticks} aria-hidden="true">
      {Array.from({ length: TICKS + 1 }, (_, i) => {
        const x = `${((i / TICKS) * 100).toFixed(2)}%`
        const isLit = i < lit
        return (
          <line
            // biome-ignore lint/suspicious/noArrayIndexKey: ticks never move
            key={i}
            x1={x}
            x2={x}
            y1={i % TALL_EVERY === 0 ? 0 : 6}
            y2={20}
            stroke={isLit ? 'var(--aura)' : 'var(--line-2)'}
            strokeWidth={isLit ? 2 : 1.5}
          />
        )
      })}
    </svg>
  )
}
