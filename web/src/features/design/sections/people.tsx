import { AURA_LEVELS } from '@aura/api/levels'
import { AuraRing } from '#aura/aura-ring.tsx'
import { DayRule } from '#aura/day-rule.tsx'
import { LevelSigil } from '#aura/level-sigil.tsx'
import { TickBar } from '#ui/feedback/tick-bar'
import styles from '../design.module.css'
import { Group, Section, State, States } from '../section.tsx'
import { useContrasts } from '../use-contrasts.ts'

const PEOPLE = [
  { id: 'ifeoma', name: 'ifeoma', days: 2 },
  { id: 'tobi_wav', name: 'tobi_wav', days: 8 },
  { id: 'temi_codes', name: 'temi_codes', days: 12 },
  { id: 'jun_live', name: 'jun_live', days: 16 },
  { id: 'kemi_onchain', name: 'kemi_onchain', days: 33 },
]
const SMALL_SIZES = [60, 48, 40, 28]

const PAIRS = AURA_LEVELS.flatMap(
  ({ key }) =>
    [
      [key, 'bg'],
      [`${key}-text`, 'bg'],
      [`${key}-on`, `${key}-fill`],
    ] as const,
)

export function LevelSection() {
  const ratios = useContrasts(PAIRS)
  return (
    <Section
      id="levels"
      title="Levels"
      note="Two rays for the first, two more for each: a level never hangs on colour alone."
    >
      <ul className={styles.levels}>
        {AURA_LEVELS.map(({ key, name }, i) => (
          <li key={key} data-aura={key} className="grid gap-2">
            <LevelBadge level={key} name={name} />
            <span className={styles.fill}>Build Aura</span>
            <span className={styles.caption}>
              line {ratios[i * 3]}, text {ratios[i * 3 + 1]}, on fill {ratios[i * 3 + 2]}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function LevelBadge({ level, name }: { level: (typeof AURA_LEVELS)[number]['key']; name: string }) {
  return (
    <span className={styles.levelAt}>
      <LevelSigil level={level} />
      {name}
    </span>
  )
}

export function RingSection() {
  return (
    <Section
      id="rings"
      title="Aura ring, small"
      note="One tick is one day; thirty close the ring. Nobody known shows a question mark."
    >
      <div className={styles.rings}>
        {PEOPLE.map((person, i) => (
          <div key={person.id} className={styles.ring} data-aura={AURA_LEVELS[i]?.key}>
            <AuraRing {...person} size={112} />
            <LevelBadge level={AURA_LEVELS[i]?.key ?? 'clout'} name={AURA_LEVELS[i]?.name ?? ''} />
            <span>{person.days} days</span>
          </div>
        ))}
        <div className={styles.ring}>
          <AuraRing id="nobody" name={null} days={0} size={112} />
          <span className="font-display text-caption font-semibold">No streak</span>
          <span>0 days</span>
        </div>
      </div>
      <States>
        {SMALL_SIZES.map((size) => (
          <State key={size} name={`${size} px`}>
            <div className="flex flex-wrap gap-3">
              {PEOPLE.map((person) => (
                <AuraRing key={person.id} {...person} size={size} />
              ))}
            </div>
          </State>
        ))}
      </States>
    </Section>
  )
}

export function RuleSection() {
  return (
    <Section id="rules" title="Day rule and points bar">
      {[0, 1, 22, 33].map((streak) => (
        <State key={streak} name={`day ${streak}`}>
          <DayRule streak={streak} />
        </State>
      ))}
      <Group title="Points bar">
        <div className="grid gap-5">
          <State name="a part of a whole">
            <TickBar
              label="4,860 of 10,000 AP"
              parts={[
                { amount: 4_860, tone: 'aura' },
                { amount: 5_140, tone: 'rest', low: true },
              ]}
            />
          </State>
          <State name="what is missing">
            <TickBar
              label="4,360 AP available, 500 AP at stake, 1,140 AP missing"
              parts={[
                { amount: 4_360, tone: 'aura' },
                { amount: 500, tone: 'dim' },
                { amount: 1_140, tone: 'warn', low: true },
              ]}
            />
          </State>
          <State name="nothing yet">
            <TickBar
              label="0 of 500 AP"
              parts={[
                { amount: 0, tone: 'aura' },
                { amount: 500, tone: 'rest', low: true },
              ]}
            />
          </State>
        </div>
      </Group>
    </Section>
  )
}
