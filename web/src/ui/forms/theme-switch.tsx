import { Moon, Sun } from 'lucide-react'

interface ThemeSwitchProps {
  theme: 'dark' | 'light'
  onChange: (theme: 'dark' | 'light') => void
  className?: string
}

export function ThemeSwitch({ theme, onChange, className = '' }: ThemeSwitchProps) {
  const other = theme === 'light' ? 'dark' : 'light'
  const Picture = other === 'light' ? Sun : Moon
  return (
    <button
      type="button"
      className={`inline-flex min-h-11 items-center gap-2 text-ink-2 hover:text-ink ${className}`}
      onClick={() => onChange(other)}
    >
      <Picture size={18} strokeWidth={1.75} aria-hidden="true" />
      {other === 'light' ? 'Light theme' : 'Dark theme'}
    </button>
  )
}
