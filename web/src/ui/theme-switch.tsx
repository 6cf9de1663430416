import { Moon, Sun } from 'lucide-react'

interface ThemeSwitchProps {
  theme: 'dark' | 'light'
  onChange: (theme: 'dark' | 'light') => void
  className?: string
}

/** Dark or light, as one switch. */
export function ThemeSwitch({ theme, onChange, className = '' }: ThemeSwitchProps) {
  const light = theme === 'light'
  return (
    <button
      type="button"
      role="switch"
      aria-checked={light}
      className={`inline-flex min-h-11 items-center gap-2 text-ink-2 hover:text-ink ${className}`}
      onClick={() => onChange(light ? 'dark' : 'light')}
    >
      {light ? (
        <Sun size={18} strokeWidth={1.75} aria-hidden="true" />
      ) : (
        <Moon size={18} strokeWidth={1.75} aria-hidden="true" />
      )}
      Light theme
    </button>
  )
}
