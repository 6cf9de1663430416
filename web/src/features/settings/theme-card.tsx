import { setTheme, useTheme } from '#lib/theme'
import { Segmented } from '#ui/forms/segmented'
import { Card, Setting } from './card.tsx'

const THEMES = [
  { value: 'dark', name: 'Dark' },
  { value: 'light', name: 'Light' },
] as const

export function ThemeCard() {
  const theme = useTheme()
  return (
    <Card title="Theme">
      <Setting
        title="Dark or light"
        note="Saved in this browser."
        action={<Segmented label="Theme" items={THEMES} value={theme} onChange={setTheme} />}
      />
    </Card>
  )
}
