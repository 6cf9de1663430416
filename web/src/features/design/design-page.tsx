import { AURA_LEVELS } from '@aura/api/levels'
import { Circle } from 'lucide-react'
import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react'
import { LevelSigil } from '#aura/level-sigil.tsx'
import { setTheme, useTheme } from '#lib/theme'
import { useTitle } from '#lib/use-title'
import { Segmented } from '#ui/forms/segmented'
import { ThemeSwitch } from '#ui/forms/theme-switch'
import { TooltipProvider } from '#ui/overlay/tooltip'
import styles from './design.module.css'
import { forceStates } from './forced-states.ts'
import { ButtonSection } from './sections/buttons.tsx'
import { ChoiceSection, TabSection } from './sections/choices.tsx'
import { ColourSection } from './sections/colour.tsx'
import { FieldSection } from './sections/fields.tsx'
import { FigureSection, ListSection } from './sections/figures.tsx'
import { LayerSection } from './sections/layers.tsx'
import { EmptySection, NoticeSection, ToastSection } from './sections/messages.tsx'
import { LevelSection, RingSection, RuleSection } from './sections/people.tsx'
import { StatusSection } from './sections/statuses.tsx'
import { StepperSection } from './sections/steppers.tsx'
import { TypeSection } from './sections/type.tsx'
import { StepSection, WaitingSection } from './sections/waiting.tsx'

const SECTIONS = [
  ColourSection,
  LevelSection,
  TypeSection,
  RingSection,
  RuleSection,
  ButtonSection,
  FieldSection,
  StepperSection,
  ChoiceSection,
  TabSection,
  StatusSection,
  FigureSection,
  ListSection,
  StepSection,
  NoticeSection,
  ToastSection,
  EmptySection,
  WaitingSection,
  LayerSection,
]

const ACCENTS = [
  { value: 'none', name: <Accent name="None" sign={<Circle size={16} aria-hidden="true" />} /> },
  ...AURA_LEVELS.map(({ key, name }) => ({
    value: key,
    name: <Accent level={key} name={name} sign={<LevelSigil level={key} />} />,
  })),
]

function Accent({ level, name, sign }: { level?: string; name: string; sign: ReactNode }) {
  return (
    <span data-aura={level} className={styles.accent}>
      {sign}
      <span className="sr-only">{name}</span>
    </span>
  )
}

export default function DesignPage() {
  useTitle('Components and states')
  const theme = useTheme()
  const [accent, setAccent] = useState<string>('dedicated')
  useAccent(accent)
  useEffect(forceStates, [])
  return (
    <TooltipProvider>
      <main className="page pb-20">
        <header className={styles.header} data-shot="header">
          <h1 className="h1">Components and states</h1>
          <div className={styles.tools}>
            <Segmented label="Accent" items={ACCENTS} value={accent} onChange={setAccent} />
            <ThemeSwitch theme={theme} onChange={setTheme} />
          </div>
        </header>
        {SECTIONS.map((Section) => (
          <Section key={Section.name} />
        ))}
      </main>
    </TooltipProvider>
  )
}

function useAccent(accent: string): void {
  useLayoutEffect(() => {
    const root = document.documentElement
    const before = root.dataset.aura
    root.dataset.aura = accent
    return () => {
      root.dataset.aura = before
    }
  }, [accent])
}
