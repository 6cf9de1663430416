import styles from '../design.module.css'
import { Columns, Group, Section } from '../section.tsx'
import { useContrasts } from '../use-contrasts.ts'

const GROUND = ['bg', 'bg-1', 'bg-2', 'line'] as const
const INK = ['ink', 'ink-2', 'ink-3', 'line-2'] as const
const STATUS = ['live', 'warn', 'danger', 'ok'] as const
const ALL = [...GROUND, ...INK, ...STATUS]
const PAIRS = ALL.map((token) => [token, 'bg'] as const)
const ON_BG_2 = INK.slice(0, 3).map((token) => [token, 'bg-2'] as const)

export function ColourSection() {
  const ratios = useContrasts(PAIRS)
  const onBg2 = useContrasts(ON_BG_2)
  const swatches = (tokens: readonly string[]) => (
    <ul className={styles.swatches}>
      {tokens.map((token) => (
        <li key={token} className={styles.swatch}>
          <span className={styles.chip} style={{ background: `var(--${token})` }} />
          <span>
            <b className="block">{token}</b>
            <span className="text-ink-2">{ratios[ALL.indexOf(token as (typeof ALL)[number])]}</span>
          </span>
        </li>
      ))}
    </ul>
  )
  return (
    <Section
      id="colour"
      title="Colour"
      note="Ink on plate. Text needs 4.5, controls 3; line is decoration. Ratios, to bg unless it says otherwise, are measured on this page."
    >
      <Columns>
        <Group title="Ground">{swatches(GROUND)}</Group>
        <Group title="Ink and controls">{swatches(INK)}</Group>
        <Group title="Status">{swatches(STATUS)}</Group>
      </Columns>
      <Group title="Text on bg-2">
        <p className={styles.onRaised}>
          {INK.slice(0, 3).map((token, i) => (
            <span key={token} style={{ color: `var(--${token})` }}>
              {token}, {onBg2[i]}
            </span>
          ))}
        </p>
      </Group>
    </Section>
  )
}
